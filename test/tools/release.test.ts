import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const project = fileURLToPath(new URL('../../', import.meta.url))
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')))

let root = ''

const git = (...args: string[]) => {
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com']
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.any(String)])
}

/** Programs are found where Debian has them, so Docker is not. */
const release = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'tools/release.ts'), ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    },
  )
  return { status, stdout, stderr }
}

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(root, folder))
      .sort()
      .map((name) => [name, readFileSync(join(root, folder, name), 'base64')]),
  )

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tunesmith-release-'))
  for (const path of [
    'package.json',
    'package-lock.json',
    'sandbox/package.json',
    'studio/package.json',
    'LICENSE',
  ])
    cpSync(join(project, path), join(root, path))
  writeFileSync(join(root, '.gitignore'), 'release/\nagain/\n')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
})
afterAll(() => rmSync(root, { recursive: true }))

test('a release has the source, its libraries, its origin and their hashes, the same at each run', () => {
  const { status, stdout } = release()
  expect(status).toBe(0)
  expect(stdout).toContain('MISSING  image   no --image NAME')
  expect(stdout).toContain(`MISSING  tag     type git tag -s v${version}`)
  const files = contents('release')
  expect(Object.keys(files)).toEqual([
    ...[
      'SHA256SUMS',
      `tunesmith-${version}.origin.json`,
      `tunesmith-${version}.sbom.json`,
      `tunesmith-${version}.tar.gz`,
    ],
  ])
  const sums = Object.entries(files)
    .filter(([name]) => name !== 'SHA256SUMS')
    .map(([name, file]) => `${createHash('sha256').update(file, 'base64').digest('hex')}  ${name}`)
  expect(
    Buffer.from(files.SHA256SUMS ?? '', 'base64')
      .toString()
      .trim()
      .split('\n')
      .sort(),
  ).toEqual(sums.sort())
  release('--to', 'again')
  expect(contents('again')).toEqual(files)
})

test('the list of libraries has what the bot needs, and nothing for development', () => {
  release()
  const list = z
    .object({
      metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
      components: z.array(z.object({ name: z.string(), version: z.string() })),
    })
    .parse(JSON.parse(readFileSync(join(root, `release/tunesmith-${version}.sbom.json`), 'utf8')))
  expect(list.metadata.component).toEqual({ name: 'tunesmith', version })
  const { dependencies, devDependencies } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')))
  const listed = list.components.map((component) => [component.name, component.version])
  expect(listed).toEqual(expect.arrayContaining(Object.entries(dependencies)))
  for (const name of ['vitest', 'knip', '@biomejs/biome']) {
    expect(devDependencies).toHaveProperty([name])
    expect(listed.map(([known]) => known)).not.toContain(name)
  }
})

test('what is not committed is in no release', () => {
  writeFileSync(join(root, 'stray.txt'), '')
  const { status, stderr } = release()
  rmSync(join(root, 'stray.txt'))
  expect([status, stderr]).toEqual([1, 'No release: commit these first:\n?? stray.txt\n'])
})

test('an image that can not be built is said, and fails the release', () => {
  const { status, stdout } = release('--image', 'registry.example.com/tunesmith')
  expect([status, stdout]).toEqual([1, expect.stringContaining('MISSING  image   Docker is not here')])
})
