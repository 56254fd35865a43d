import { readFile } from 'node:fs/promises'
import { lockProblems, manifestProblems } from './lock-problems.ts'

const manifests = [
  'package.json',
  'sandbox/package.json',
  'studio/package.json',
  'tools/node-runtime/package.json',
]

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../${path}`, import.meta.url), 'utf8'))

const problems = lockProblems(await readJson('package-lock.json'))
for (const path of manifests) problems.push(...manifestProblems(path, await readJson(path)))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
