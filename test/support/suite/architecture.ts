import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A source file: its path from the project's root, its text, and what it imports. */
export interface Source {
  path: string
  /** Without comments. */
  code: string
  lines: number
  /** Our own files as paths from the root, packages and builtins as they are written. */
  imports: readonly string[]
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

const withoutComments = (text: string): string =>
  text.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '')

const importForms = [
  /^\s*(?:import|export)\b[^'";=]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /\brequire\s*\(\s*['"]([^'"]+)['"]/g,
  /\bnew URL\(\s*['"](\.[^'"]+\.ts)['"]/g,
]

const importsOf = (path: string, code: string): string[] =>
  importForms
    .flatMap((form) => [...code.matchAll(form)].map(([, specifier = '']) => specifier))
    .map((specifier) => (specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier))

/** Reads one source from its text. */
export const parseSource = (path: string, text: string): Source => {
  const code = withoutComments(text)
  return { path, code, lines: text.trimEnd().split('\n').length, imports: importsOf(path, code) }
}

/** All our sources. */
export const readSources = (): Source[] =>
  globSync('{src,sandbox,studio,test,tools,bench}/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  })
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')))

/** A part of the star: which files it is, and all that they may import. */
interface Part {
  files: RegExp
  may: readonly RegExp[]
  says: string
}

const builtin = /^node:/
const core = /^src\/core\//
const library = (name: string): RegExp => new RegExp(`^${name}(/|$)`)
const folder = (path: string): RegExp => new RegExp(`^src/${path}/`)

const parts: readonly Part[] = [
  {
    files: core,
    may: [core, /^zod$/, /^node:assert$/],
    says: 'src/core may import zod, node:assert and its own files',
  },
  {
    files: folder('commands'),
    may: [core, folder('commands')],
    says: 'src/commands may import src/core; ports are handed in',
  },
  {
    files: folder('jobs'),
    may: [core, folder('jobs'), builtin, library('bullmq')],
    says: 'src/jobs may import src/core, bullmq and builtins; ports are handed in',
  },
  {
    files: folder('bots/discord'),
    may: [core, folder('bots/discord'), library('discord.js')],
    says: 'src/bots/discord may import src/core and discord.js',
  },
  {
    files: folder('bots/slack'),
    may: [core, folder('bots/slack'), /^@slack\//],
    says: 'src/bots/slack may import src/core and @slack/*',
  },
  {
    files: /^test\/bots\/console\/console\.ts$/,
    may: [core, /^test\/bots\/console\/transcript\.ts$/],
    says: 'the example of a platform may import src/core and its chat, as src/bots may',
  },
  {
    files: folder('redis'),
    may: [core, folder('redis'), builtin, library('ioredis'), library('zod')],
    says: 'src/redis may import src/core, ioredis, zod and builtins',
  },
  {
    files: folder('audio-api'),
    may: [core, folder('audio-api'), builtin, library('undici'), library('zod')],
    says: 'src/audio-api may import src/core, undici, zod and builtins',
  },
  {
    files: folder('app'),
    may: [
      /^src\/(?!main\.ts)/,
      builtin,
      ...[
        'fastify',
        'i18next',
        'pino',
        'taglib-wasm',
        '@contentauth/c2pa-wasm',
        '@resvg/resvg-js',
        'undici',
        'zod',
        'prom-client',
        '@clack/prompts',
        '@bull-board/[a-z]+',
        '@opentelemetry/[a-z-]+',
      ].map(library),
    ],
    says: 'src/app may import all of src, fastify, i18next, pino, taglib-wasm, @contentauth/c2pa-wasm, @resvg/resvg-js, undici, zod, prom-client, @clack/prompts, @bull-board, OpenTelemetry and builtins',
  },
  {
    files: /^src\/main\.ts$/,
    may: [core, folder('app'), builtin],
    says: 'src/main.ts may import src/app, src/core and builtins',
  },
  { files: /^src\//, may: [], says: 'src has main.ts and seven folders' },
]

const importProblems = ({ path, imports }: Source): string[] => {
  const part = parts.find(({ files }) => files.test(path))
  if (!part) return []
  return imports
    .filter((target) => !part.may.some((allowed) => allowed.test(target)))
    .map((target) => `${path} imports ${target}: ${part.says}`)
}

/** What the bot, the studio and the contract have in common: the records of the service's endpoints. */
const records = /^src\/core\/endpoints\//

const forbiddenTo = {
  'src/': { forbidden: /^(sandbox|studio|test|tools|bench)\// },
  'sandbox/contract/': { forbidden: /^(src|studio|test|bench)\//, except: records },
  'sandbox/': { forbidden: /^(src|test|bench)\// },
  'studio/': { forbidden: /^(src|sandbox|test|bench)\//, except: records },
} as const satisfies Readonly<Record<string, { forbidden: RegExp; except?: RegExp }>>

const outsideProblems = ({ path, imports }: Source): string[] => {
  const rule: { forbidden: RegExp; except?: RegExp } | undefined = Object.entries(forbiddenTo).find(
    ([folder]) => path.startsWith(folder),
  )?.[1]
  return imports
    .filter((target) => rule?.forbidden.test(target) && !rule.except?.test(target))
    .map(
      (target) =>
        `${path} imports ${target}: the bot and its stand-ins share the records of endpoints, and nothing else`,
    )
}

/** Something that no code of some files may contain. */
interface Ban {
  files: RegExp
  except?: RegExp
  pattern: RegExp
  says: string
}

const mainFile = /^src\/main\.ts$/
const testFiles = /^test\//

/** What speaks to the outside, each handed an effect or wrapped in one where the program is composed. */
const speakers = new RegExp(
  `^src/(${[
    'bots/discord/(discord|incoming/gateway|outgoing/(calls|open)|setup/look)',
    'bots/slack/(answers/respond|outgoing/(open|uploads|web))',
    'jobs/worker/bullmq-queue',
    'app/(download|public-agent|reach)',
    'audio-api/transport',
    'redis/connection',
  ].join('|')})\\.ts$`,
)

const bans: readonly Ban[] = [
  {
    files: /^src\//,
    except: speakers,
    pattern:
      /(?<!\.members\.)\bfetch\s*\(|\bnew\s+(\w+\.)?(REST|WebClient|Client|Queue|Redis|Cluster)\b|\bfrom 'undici'/,
    says: 'only code that is given an effect talks to the outside',
  },
  {
    files: /^src\//,
    except: mainFile,
    pattern: /\bprocess\s*\.\s*env\b|\bimport\.meta\.env\b|from 'node:process'/,
    says: 'only src/main.ts reads the environment',
  },
  {
    files: /^src\//,
    except: mainFile,
    pattern: /\bprocess\s*\.\s*(on|once|addListener|prependListener|exit|kill)\s*\(/,
    says: 'only src/main.ts deals with signals and ends the process',
  },
  {
    files: /^src\/(core|jobs|commands)\//,
    // What a member typed is compared with themselves, or a line of the books with them.
    except:
      /^src\/(core\/job\/access|commands\/(budget\/(block|group)|sponsor\/sponsor|privacy\/export))\.ts$/,
    pattern:
      /(accountOf\([^()]*\)|\.(member|server))\s*[!=]==(?!\s*(undefined|null)\b)|[!=]==\s*(accountOf\(|\w[\w.]*\.(member|server)\b)/,
    says: 'only src/core/job/access.ts decides whose a thing is',
  },
  { files: /^src\//, pattern: /\b(sandbox|studio)\//, says: 'the bot does not name its stand-ins' },
  {
    files: /^src\//,
    pattern: /\bimport\s*\(\s*[^'")]/,
    says: 'computed imports cannot be checked',
  },
  {
    files: /^(src|sandbox|studio)\//,
    pattern: /^\s*export\s+(\*|(type\s+)?\{[^}]*\}\s*from\b)/m,
    says: 'no barrels: import a thing from where it is declared',
  },
  {
    files: testFiles,
    // The latter two show that a test fails, which is what `fails` is for.
    except: /^test\/(architecture|support\/sandbox\/strict|e2e\/strict)\.test\.ts$/,
    pattern:
      /\b(test|it|describe|suite)(\.\w+)*\.(skip|only|todo|fails)\b|\b(xit|fit|xtest|xdescribe|fdescribe)\s*\(/,
    says: 'no test is skipped, focused or left for later',
  },
  {
    files: testFiles,
    except: /^test\/architecture\.test\.ts$/,
    pattern: /\bvi\s*\.\s*(mock|doMock|hoisted|stubGlobal)\s*\(/,
    says: 'no module is mocked',
  },
]

const banProblems = ({ path, code }: Source): string[] =>
  bans
    .filter(
      ({ files, except, pattern }) =>
        files.test(path) && !(except?.test(path) ?? false) && pattern.test(code),
    )
    .map(({ says }) => `${path}: ${says}`)

const barrelNameProblems = ({ path }: Source): string[] =>
  /(^|\/)index\.ts$/.test(path) && path !== 'src/commands/index.ts'
    ? [`${path}: only src/commands has an index`]
    : []

const linesMax = { test: 500, other: 300 }

const lengthProblems = ({ path, lines }: Source): string[] => {
  const max = testFiles.test(path) ? linesMax.test : linesMax.other
  return lines > max ? [`${path} has ${lines} lines, more than ${max}`] : []
}

/** Everything about one source that breaks the architecture. */
export const architectureProblems = (source: Source): string[] =>
  [importProblems, outsideProblems, banProblems, barrelNameProblems, lengthProblems].flatMap((rule) =>
    rule(source),
  )

/** The folder of src that one of its files lies in; `main.ts` is a folder of its own. */
export const folderOf = (path: string): string => path.split('/')[1] ?? ''

/** The arrows between folders of src, such as `jobs -> core`. */
export const arrowsBetween = (ofSrc: readonly Source[]): ReadonlySet<string> =>
  new Set(
    ofSrc.flatMap(({ path, imports }) =>
      imports
        .filter((target) => target.startsWith('src/') && folderOf(target) !== folderOf(path))
        .map((target) => `${folderOf(path)} -> ${folderOf(target)}`),
    ),
  )
