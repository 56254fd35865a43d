import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../tools/generated.ts'

test.each(
  [...generatedFiles()].map(
    ([file, text]) => [file.pathname.split('/').slice(-2).join('/'), file, text] as const,
  ),
)('%s is what `npm run endpoints` writes', (_, file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text)
})
