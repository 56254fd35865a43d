import { type Check, type Finding, ok } from '../../core/doctor-check.ts'
import { type C2paSettings, expiryMs, readCredential } from '../c2pa/credential.ts'
import { readManifest } from '../c2pa/found-manifest.ts'
import { createC2paLibrary } from '../c2pa/library.ts'
import { manifestOf } from '../c2pa/manifest.ts'

const dayMs = 24 * 60 * 60_000
const warningDays = 30

/** A mono WAV file of 8 kHz with a tenth of a second of silence: http://soundfile.sapp.org/doc/WaveFormat/ */
const silence = (): Buffer => {
  const samples = 800
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, samples * 2],
  ] as const)
    file.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at)
  file.write('data', 36)
  return file
}

/** Codes of what readers would find wrong in a file that was signed with this certificate. */
const faultsOfTrial = async (settings: C2paSettings): Promise<readonly string[]> => {
  const library = createC2paLibrary()
  const file = { data: silence(), format: 'audio/wav' }
  const definition = manifestOf(file.data, { job: 'trial', source: 'trainedAlgorithmicMedia' })
  const signed = await library.sign(file, definition, readCredential(settings))
  const report = await library.read({ ...file, data: signed })
  if (report === undefined) return ['manifest.missing']
  const { isIntact, faults } = readManifest(report)
  return isIntact ? [] : faults
}

const what = 'C2PA_CERTIFICATE'

const finding = async (settings: C2paSettings, nowMs: number): Promise<Finding> => {
  const faults = await faultsOfTrial(settings)
  if (faults.length > 0)
    return {
      verdict: 'failed',
      what,
      why: `Readers of C2PA refuse what it signs (${faults.join(', ')}).`,
      mend: 'Have an authority issue one for document signing: docs/operating/ai-marking.md says what it needs.',
    }
  const endMs = expiryMs(settings)
  const day = new Date(endMs).toISOString().slice(0, 10)
  if (endMs - nowMs > warningDays * dayMs)
    return ok(`results are signed with a certificate that is valid until ${day}`)
  return {
    verdict: 'warning',
    what,
    why: `It expires on ${day}. From then on files are not signed, and those signed before fail their check.`,
    mend: 'Have it renewed, replace C2PA_CERTIFICATE and C2PA_KEY, and restart.',
  }
}

/**
 * Checks that readers accept what the certificate signs, and that it stays valid for another month. Signs a short
 * silence to find out, which takes long where the library is slow to load.
 */
export const signingCheck = (settings: C2paSettings, now: () => number): Check => ({
  id: 'settings.signing',
  isLong: true,
  run: async () => [await finding(settings, now())],
})
