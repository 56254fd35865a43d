import { z } from 'zod'

/** What the registry knows against the packages, or why it could not be asked. */
export type Advisories =
  | { status: 'known'; counts: string; severe: readonly string[] }
  | { status: 'not_reached'; reason: string }

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const

const advisorySchema = z.object({ title: z.string(), url: z.string().default('') })

/** Version 2 of npm's report; `via` has advisories, and names of packages that bring them. */
const reportSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string().default('any version'),
      via: z.array(z.union([z.string(), advisorySchema])).default([]),
    }),
  ),
})

type Vulnerability = z.output<typeof reportSchema>['vulnerabilities'][string]

/** What npm prints instead, for an answer of the registry or for an error of its own. */
const failureSchema = z.object({
  message: z.string().optional(),
  error: z.object({ code: z.string().nullish(), summary: z.string().default('') }).optional(),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''

const reasonIn = (output: unknown, otherwise: string): string => {
  const { data } = failureSchema.safeParse(output)
  const { message, error } = data ?? {}
  return firstLine(message ?? error?.summary ?? '') || firstLine(otherwise) || 'npm audit said nothing'
}

const described = ([name, { severity, range, via }]: readonly [string, Vulnerability]): string => {
  const words = via.map((each) =>
    typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`.trim(),
  )
  return `${name} ${range}: ${severity}: ${words.join('; ')}`
}

/**
 * Reads what `npm audit --json` wrote to its outputs. A registry without advisories is not an error here: the result
 * says that nothing is known.
 */
export const readAudit = ({ stdout, stderr }: { stdout: string; stderr: string }): Advisories => {
  const output = parsed(stdout)
  const report = reportSchema.safeParse(output)
  if (!report.success) return { status: 'not_reached', reason: reasonIn(output, stderr) }
  const found = Object.entries(report.data.vulnerabilities)
  const counts = severities.flatMap((severity) => {
    const count = found.filter(([, each]) => each.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  return {
    status: 'known',
    counts: counts.join(', ') || 'none',
    severe: found.filter(([, { severity }]) => severity === 'critical' || severity === 'high').map(described),
  }
}
