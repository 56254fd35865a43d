import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { verifyFile } from '../../src/app/tasks/verify.ts'
import { expectMarked } from '../support/sandbox/marked.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createAuthority } from '../support/service/authority.ts'

const root = createAuthority()
const signer = root.issue({ name: 'Tunesmith of the Harbour' })

let folder: string
let authorities: string
let posted: string
let world: World

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-signer-'))
  const [C2PA_CERTIFICATE_FILE, C2PA_KEY_FILE] = [join(folder, 'chain.pem'), join(folder, 'key.pem')]
  writeFileSync(C2PA_CERTIFICATE_FILE, signer.cert + root.cert)
  writeFileSync(C2PA_KEY_FILE, signer.key)
  authorities = join(folder, 'root.pem')
  posted = join(folder, 'posted')
  writeFileSync(authorities, root.cert)
  world = await startStrictWorld({ bot: { settings: { C2PA_CERTIFICATE_FILE, C2PA_KEY_FILE } } })
})

afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

/** The sounds and pictures of a song, as the platform keeps them. */
const postedFiles = async (people: People, admin: string, member: string) => {
  const since = await people.latest(member)
  await people.allows(admin, 5)
  await people.uses(member, '/music', { prompt: 'a hymn to signed letters', cover: true, model: 'v7-pro' })
  const song = await people.sees(member, /Made with AI/, since)
  await expectMarked(song, { model: 'v7-pro' })
  const heard = song.files.filter(({ contentType }) => /^(audio|image)\//.test(contentType))
  return Promise.all(
    [...heard, ...song.images].map(async ({ url }) => new Uint8Array(await (await fetch(url)).arrayBuffer())),
  )
}

test.each(['discord', 'slack'] as const)(
  'a song and its cover on %s are signed with the operator’s certificate',
  async (platform) => {
    const people = createPeople(world.addresses, platform)
    const { adminId, memberId } = world.addresses.discord
    const [admin, member] = platform === 'slack' ? ['ada', 'max'] : [adminId, memberId]
    const files = await postedFiles(people, admin, member)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const data of files) {
      writeFileSync(posted, data)
      const written: string[] = []
      const deps = { environment: {}, write: (text: string) => void written.push(text) }
      expect(await verifyFile(deps, { file: posted, trust: authorities })).toBe(0)
      expect(written.join('')).toContain(
        'C2PA: the signature and the hash are right\n  signed by: Tunesmith of the Harbour',
      )
      expect(written.join('')).toContain('an authority that you trust issued the certificate')
      expect(written.join('')).toContain('source: trainedAlgorithmicMedia')
    }
  },
)

test('the operator’s command says so, too', async () => {
  const program = join(import.meta.dirname, '../../src/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'jobs', 'verify', posted])
  expect(stdout).toContain('C2PA: the signature and the hash are right\n')
})
