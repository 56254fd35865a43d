import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes the English catalogue, and says what other languages lack. Where two changes met in the file it may
 * be no JSON any more, so that nothing that reads it can start: then it is written anew.
 */
const file = new URL('../src/core/text/en.json', import.meta.url)
try {
  JSON.parse(readFileSync(file, 'utf8'))
} catch {
  writeFileSync(file, '{}\n')
}
const { writeTexts } = await import('./write-texts.ts')
process.exitCode = writeTexts(file) ? 0 : 1
