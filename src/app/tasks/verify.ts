import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { type FoundManifest, readManifest } from '../c2pa/found-manifest.ts'
import { createC2paLibrary } from '../c2pa/library.ts'
import { manifestFormat } from '../c2pa/manifest.ts'
import type { VerifyWish } from '../command-line/jobs.ts'
import { readC2paCertificate } from '../config.ts'
import { type FoundMark, readMark } from '../marking.ts'
import { certificateFault } from '../pem.ts'
import type { Environment } from '../setting-names.ts'

interface VerifyDeps {
  environment: Environment
  write: (text: string) => void
}

const read = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    throw new AppError('configuration', `${path} cannot be read (${code}).`, { cause })
  }
}

/** The authorities to trust: those in the named file, otherwise those in our own setting. */
const anchorsOf = async (
  trust: string | undefined,
  environment: Environment,
): Promise<string | undefined> => {
  if (trust === undefined) return readC2paCertificate(environment)
  const anchors = (await read(trust)).toString('utf8').trim()
  const fault = certificateFault(anchors)
  if (fault !== undefined) throw new AppError('configuration', `${trust} ${fault}.`)
  return anchors
}

/** A file's texts could move the cursor or imitate our own lines. */
const harmless = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')

const sourceName = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)

/** The tags of a file; a damaged one is refused. */
const tagsOf = async (file: string, data: Buffer): Promise<FoundMark | undefined> => {
  try {
    return await readMark(data)
  } catch (cause) {
    throw new AppError('configuration', `${file} is damaged: its tags cannot be read (${reasonOf(cause)}).`, {
      cause,
    })
  }
}

const tagLines = (mark: FoundMark | undefined): readonly string[] => {
  if (mark === undefined) return ['Tags: none of Tunesmith']
  const model = mark.model === undefined ? [] : [`  model: ${mark.model}`]
  const source = mark.source === undefined ? [] : [`  source: ${sourceName(mark.source)}`]
  return ['Tags: made with AI by Tunesmith', `  job: ${mark.job}`, ...model, ...source]
}

/** What the commonest faults mean; others are told by their code. */
const faultTexts: Readonly<Record<string, string>> = {
  'assertion.dataHash.mismatch': 'the file was changed after it was signed',
  'assertion.bmffHash.mismatch': 'the file was changed after it was signed',
  'assertion.hashedURI.mismatch': 'the manifest was changed after it was signed',
  'claimSignature.mismatch': 'the signature is wrong',
  'claimSignature.outsideValidity': 'the certificate was not valid when it signed',
  'signingCredential.expired':
    'the certificate is not valid today, and no time stamp says that it was when it signed',
  'signingCredential.invalid': 'the certificate may not sign content',
}

const manifestLines = (found: FoundManifest): readonly string[] => {
  const faults = [...new Set(found.faults.map((code) => faultTexts[code] ?? code))]
  const verdict = found.isIntact
    ? ['C2PA: the signature and the hash are right']
    : ['C2PA: the manifest does not hold', ...faults.map((fault) => `  ${fault}`)]
  const trust = found.isTrusted
    ? 'an authority that you trust issued the certificate'
    : 'no authority that you trust issued the certificate; --trust FILE names authorities'
  return [
    ...verdict,
    `  signed by: ${found.signer === '' ? 'nobody named' : found.signer}`,
    `  trust: ${trust}`,
    ...(found.generator === '' ? [] : [`  written by: ${found.generator}`]),
    ...(found.job === undefined ? [] : [`  job: ${found.job}`]),
    ...found.sources.map((source) => `  source: ${sourceName(source)}`),
  ]
}

/** A file's manifest: none, one that was read, or one that can't be. */
type Sought =
  | { kind: 'none' }
  | { kind: 'found'; manifest: FoundManifest }
  | { kind: 'unreadable'; why: string }

const seekManifest = async (data: Buffer, anchors: string | undefined): Promise<Sought> => {
  const format = manifestFormat(data)
  if (format === undefined) return { kind: 'none' }
  try {
    const report = await createC2paLibrary().read({ data, format }, anchors)
    return report === undefined ? { kind: 'none' } : { kind: 'found', manifest: readManifest(report) }
  } catch (error) {
    return { kind: 'unreadable', why: reasonOf(error) }
  }
}

const soughtLines = (sought: Sought): readonly string[] => {
  switch (sought.kind) {
    case 'none':
      return ['C2PA: no manifest in the file']
    case 'found':
      return manifestLines(sought.manifest)
    case 'unreadable':
      return ['C2PA: the manifest or the file is damaged', `  ${sought.why}`]
  }
}

/**
 * Tells what a file says about its origin: our tags, and a C2PA manifest with whether it holds and who signed it.
 * Returns the exit code: 0 if the file is marked and nothing is wrong, otherwise 1. Throws AppError
 * `configuration` for a file that can't be read.
 */
export const verifyFile = async (
  { environment, write }: VerifyDeps,
  { file, trust }: VerifyWish,
): Promise<0 | 1> => {
  const anchors = await anchorsOf(trust, environment)
  const data = await read(file)
  const mark = await tagsOf(file, data)
  const sought = await seekManifest(data, anchors)
  for (const line of [basename(file), ...tagLines(mark), ...soughtLines(sought)]) write(`${harmless(line)}\n`)
  if (sought.kind === 'none') return mark === undefined ? 1 : 0
  return sought.kind === 'found' && sought.manifest.isIntact ? 0 : 1
}
