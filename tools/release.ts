import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'

// Makes what is published of a version (`npm run release -- --image NAME`): the source, a list of its libraries, where it comes
// from, the image if Docker is here, and the hashes of all files. The same commit gives the same files.

const run = promisify(execFile)
const outputBytesMax = 256 * 1024 * 1024

const { values } = parseArgs({
  options: { image: { type: 'string' }, to: { type: 'string', default: 'release' } },
})

const output = async (program: string, ...args: string[]): Promise<string> =>
  (await run(program, args, { maxBuffer: outputBytesMax })).stdout.trim()

const fail = (why: string): never => {
  console.error(`No release: ${why}`)
  process.exit(1)
}

/** The commit of the working tree, which must have no changes, and its time in seconds since 1970. */
const readCommit = async (): Promise<{ id: string; atSeconds: number }> => {
  const changes = await output('git', 'status', '--porcelain')
  if (changes !== '') return fail(`commit these first:\n${changes}`)
  const [id = '', seconds] = (await output('git', 'log', '-1', '--format=%H %ct')).split(' ')
  return { id, atSeconds: Number(seconds) }
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
})

/** The packages that `npm ci --omit=dev` installs. npm's own `npm sbom` leaves out those that development needs, too. */
const componentsIn = (lock: unknown) =>
  Object.entries(lockFile.parse(lock).packages).flatMap(([path, { version, integrity, ...entry }]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (name === undefined || version === undefined || integrity === undefined || entry.dev) return []
    const [algorithm = '', hash = ''] = integrity.split('-', 2)
    return {
      type: 'library',
      'bom-ref': path,
      name,
      version,
      scope: entry.optional ? 'optional' : 'required',
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
      ],
      licenses: entry.license === undefined ? [] : [{ expression: entry.license }],
    }
  })

/** The bot's libraries in CycloneDX (https://cyclonedx.org/docs/1.6/json/). */
const listLibraries = (lock: unknown, version: string, atSeconds: number): string => {
  const component = { type: 'application', 'bom-ref': 'tunesmith', name: 'tunesmith', version }
  const metadata = { timestamp: new Date(atSeconds * 1000).toISOString(), component }
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata,
    components: componentsIn(lock),
  }
  return `${JSON.stringify(list, undefined, 2)}\n`
}

const built = z.object({ 'containerimage.digest': z.string() })

type Image = { readonly digest: string } | { readonly missing: string }

/** Builds and pushes the image with Docker's own list of its packages and its provenance. */
const publishImage = async (name: string | undefined, version: string, folder: string): Promise<Image> => {
  if (name === undefined) return { missing: 'no --image NAME' }
  const told = join(folder, 'image.json')
  const options = [
    '--provenance=mode=max',
    '--sbom=true',
    '--push',
    `--tag=${name}:${version}`,
    `--metadata-file=${told}`,
  ]
  try {
    await output('docker', 'buildx', 'build', ...options, '.')
    return { digest: built.parse(JSON.parse(await readFile(told, 'utf8')))['containerimage.digest'] }
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n').at(-1) ?? '') : String(error)
    return { missing: why.includes('ENOENT') ? 'Docker is not here' : why }
  } finally {
    await rm(told, { force: true })
  }
}

const hashOf = (algorithm: 'sha256' | 'sha512', contents: Buffer): string =>
  createHash(algorithm).update(contents).digest('hex')

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))
const commit = await readCommit()
const tags = (await output('git', 'tag', '--points-at', 'HEAD')).split('\n')
const folder = values.to
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

const name = `tunesmith-${version}`
const source = join(folder, `${name}.tar.gz`)
await output('git', 'archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${source}`, 'HEAD')
const libraries = join(folder, `${name}.sbom.json`)
const lock = await readFile('package-lock.json')
await writeFile(libraries, listLibraries(JSON.parse(String(lock)), version, commit.atSeconds))
const image = await publishImage(values.image, version, folder)
const origin = join(folder, `${name}.origin.json`)
const from = {
  version,
  commit: commit.id,
  lockFileSha512: hashOf('sha512', lock),
  node: process.version,
  npm: await output('npm', '--version'),
  image: 'digest' in image ? `${values.image}@${image.digest}` : null,
}
await writeFile(origin, `${JSON.stringify(from, undefined, 2)}\n`)
const files = [source, libraries, origin]
const lines = await Promise.all(
  files.map(async (file) => `${hashOf('sha256', await readFile(file))}  ${basename(file)}\n`),
)
await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))

console.log(
  `ok       files   ${[...files.map((file) => basename(file)), 'SHA256SUMS'].join(', ')} in ${folder}`,
)
console.log(
  'digest' in image
    ? `ok       image   ${values.image}@${image.digest}`
    : `MISSING  image   ${image.missing}`,
)
const isTagged = tags.includes(`v${version}`)
console.log(isTagged ? `ok       tag     v${version}` : `MISSING  tag     type git tag -s v${version}`)
if (values.image !== undefined && 'missing' in image) process.exitCode = 1
