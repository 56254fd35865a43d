import { parse } from 'yaml'
import { z } from 'zod'

const stepSchema = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
})

const jobSchema = z.looseObject({
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  permissions: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  steps: z.array(stepSchema).default([]),
})

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax */
const workflowSchema = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: z.unknown().optional(),
  jobs: z.record(z.string(), jobSchema),
})

type Job = z.output<typeof jobSchema>
type Step = z.output<typeof stepSchema>

/** What runs a stranger's code with our rights: https://securitylab.github.com/resources/github-actions-preventing-pwn-requests/ */
const unsafeEvents: readonly string[] = ['pull_request_target', 'workflow_run']

/** The only right to write that a job may have: its findings on the repository's Security page. */
const mayWrite: readonly string[] = ['security-events']

const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/

const stepProblems = (step: Step): readonly string[] => {
  const { uses = '', run = '' } = step
  return [
    ...(uses !== '' && !pinned.test(uses) ? [`${uses} is not pinned by a full commit`] : []),
    ...(uses.startsWith('actions/checkout@') && step.with['persist-credentials'] !== false
      ? ['actions/checkout keeps its credentials']
      : []),
    ...(run.includes('${{') ? [`"${run}" pastes an expression into a shell`] : []),
  ]
}

const jobProblems = ([name, job]: readonly [string, Job]): readonly string[] => {
  const { permissions, 'runs-on': runner = '', 'timeout-minutes': timeoutMinutes } = job
  const isDeclared = typeof permissions === 'object'
  const written = Object.entries(isDeclared ? permissions : {}).filter(([, right]) => right === 'write')
  return [
    ...(isDeclared ? [] : ['does not list its permissions']),
    ...written.filter(([right]) => !mayWrite.includes(right)).map(([right]) => `may write ${right}`),
    ...(/-latest$|^$/.test(runner) ? ['has no fixed runner'] : []),
    ...(timeoutMinutes === undefined ? ['has no timeout-minutes'] : []),
    ...job.steps.flatMap(stepProblems),
  ].map((problem) => `${name}: ${problem}`)
}

/** Actions in a workflow: what is pinned, and the version that the comment names. */
export const pinsIn = (text: string): readonly { action: string; commit: string; version: string }[] =>
  [...text.matchAll(/uses: ([^@\s]+)@(\S+)(?: # (v\d+\.\d+\.\d+))?$/gm)].map(
    ([, action = '', commit = '', version = '']) => ({ action, commit, version }),
  )

/** What a workflow allows that it must not. */
export const workflowProblems = (text: string): readonly string[] => {
  const { on, permissions, jobs } = workflowSchema.parse(parse(text))
  const isEmpty = z.strictObject({}).safeParse(permissions).success
  return [
    ...unsafeEvents.filter((event) => event in on).map((event) => `runs on ${event}`),
    ...(isEmpty ? [] : ['does not begin with "permissions: {}"']),
    ...(/\bsecrets\b/.test(text) ? ['uses secrets'] : []),
    ...pinsIn(text).flatMap(({ action, version }) =>
      version === '' ? [`${action} has no comment with its version`] : [],
    ),
    ...Object.entries(jobs).flatMap(jobProblems),
  ]
}
