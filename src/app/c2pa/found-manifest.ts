import { z } from 'zod'
import { jobAssertion } from './manifest.ts'

/**
 * As much of the library's report as we tell; the rest of a file's manifest is its author's.
 * https://opensource.contentauthenticity.org/docs/manifest/manifest-json-ref
 */
const storeSchema = z.object({
  active_manifest: z.string().default(''),
  manifests: z.record(
    z.string(),
    z.object({
      claim_generator_info: z
        .array(z.object({ name: z.string(), version: z.string().optional() }))
        .default([]),
      signature_info: z
        .object({ common_name: z.string().optional(), issuer: z.string().optional() })
        .default({}),
      assertions: z.array(z.object({ label: z.string(), data: z.unknown() })).default([]),
    }),
  ),
  validation_state: z.string().optional(),
  validation_status: z.array(z.object({ code: z.string() })).default([]),
})

const actionsSchema = z.object({ actions: z.array(z.object({ digitalSourceType: z.string().optional() })) })
const jobSchema = z.object({ job: z.string() })

/** What a file's manifest says. Its texts are whatever its author wrote. */
export interface FoundManifest {
  /** False if the signature or the file's hash is wrong. */
  isIntact: boolean
  /** Whether an authority that we trust issued the certificate. */
  isTrusted: boolean
  /** Codes of what is wrong, such as "assertion.dataHash.mismatch". */
  faults: readonly string[]
  /** Who signed: the names in the certificate. */
  signer: string
  /** The program that made it, with its version. */
  generator: string
  /** How the file was made, as addresses of the IPTC's terms. */
  sources: readonly string[]
  /** The job in our own assertion. */
  job: string | undefined
}

const untrusted = 'signingCredential.untrusted'

/** Reads the library's report. Throws if it isn't one. */
export const readManifest = (report: string): FoundManifest => {
  const store = storeSchema.parse(JSON.parse(report))
  const active = store.manifests[store.active_manifest]
  const codes = store.validation_status.map(({ code }) => code)
  const state = store.validation_state
  const { common_name: name, issuer } = active?.signature_info ?? {}
  const sources: string[] = []
  let job: string | undefined
  for (const { label, data } of active?.assertions ?? []) {
    if (label === jobAssertion) job = jobSchema.safeParse(data).data?.job
    if (!label.startsWith('c2pa.actions')) continue
    for (const action of actionsSchema.safeParse(data).data?.actions ?? [])
      if (action.digitalSourceType !== undefined) sources.push(action.digitalSourceType)
  }
  return {
    isIntact: state === 'Valid' || state === 'Trusted',
    isTrusted: state === 'Trusted',
    faults: codes.filter((code) => code !== untrusted),
    signer: [name, issuer === undefined ? undefined : `(${issuer})`]
      .filter((part) => part !== undefined)
      .join(' '),
    generator: (active?.claim_generator_info ?? [])
      .map(({ name: program, version }) => (version === undefined ? program : `${program} ${version}`))
      .join(', '),
    sources,
    job,
  }
}
