import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A source file: its path from the project's root, its text, and what it imports. */
export interface Source {
  path: string
  /** Without comments. */
  code: string
  lines: number
  /** Files of ours as paths from the root, packages and builtins as they are written. */
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
  globSync('{src,sandbox,test,tools,bench}/**/*.ts', {
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
const pureCore = /^src\/core\/(?!api\/|redis\/|runtime\/|tasks\/)/
/** What members read is said here, so that nothing else has to know which language it is in. */
const texts = /^src\/core\/texts\//
const anyCore = /^src\/core\//
const library = (name: string): RegExp => new RegExp(`^${name}(/|$)`)

const parts: readonly Part[] = [
  {
    files: texts,
    may: [texts, /^i18next$/],
    says: 'src/core/texts may import i18next and its own files, and nobody else i18next',
  },
  {
    files: pureCore,
    may: [pureCore, /^zod$/, /^node:assert$/],
    says: 'src/core outside of api, redis, runtime and tasks may import zod, node:assert and its own files',
  },
  {
    files: /^src\/core\/api\//,
    may: [pureCore, /^src\/core\/api\//, builtin, library('undici'), library('zod')],
    says: 'src/core/api may import the pure core, undici, zod and builtins',
  },
  {
    files: /^src\/core\/redis\//,
    may: [pureCore, /^src\/core\/redis\//, builtin, library('ioredis'), library('zod')],
    says: 'src/core/redis may import the pure core, ioredis, zod and builtins',
  },
  {
    files: /^src\/core\/runtime\//,
    may: [
      pureCore,
      /^src\/core\/runtime\//,
      builtin,
      ...['fastify', 'music-metadata', 'pino', 'undici', 'zod', 'prom-client'].map(library),
    ],
    says: 'src/core/runtime may import the pure core, fastify, music-metadata, pino, undici, zod, prom-client and builtins',
  },
  {
    files: /^src\/commands\//,
    may: [pureCore, /^src\/commands\//],
    says: 'src/commands may import the pure core; ports are handed in',
  },
  {
    files: /^src\/jobs\//,
    may: [anyCore, /^src\/jobs\//, builtin, library('bullmq')],
    says: 'src/jobs may import src/core, bullmq and builtins',
  },
  {
    files: /^src\/core\/tasks\//,
    may: [anyCore, builtin],
    says: 'src/core/tasks may import src/core and builtins',
  },
  {
    files: /^src\/bots\/discord\//,
    may: [anyCore, /^src\/bots\/discord\//, library('discord.js')],
    says: 'src/bots/discord may import src/core and discord.js',
  },
  {
    files: /^src\/bots\/slack\//,
    may: [anyCore, /^src\/bots\/slack\//, /^@slack\//],
    says: 'src/bots/slack may import src/core and @slack/*',
  },
]

const importProblems = ({ path, imports }: Source): string[] => {
  const part = parts.find(({ files }) => files.test(path))
  if (!part) return []
  return imports
    .filter((target) => !part.may.some((allowed) => allowed.test(target)))
    .map((target) => `${path} imports ${target}: ${part.says}`)
}

const outsideProblems = ({ path, imports }: Source): string[] => {
  const forbidden = path.startsWith('src/') ? /^(sandbox|test|tools|bench)\// : /^(src|test|bench)\//
  if (!/^(src|sandbox)\//.test(path)) return []
  return imports
    .filter((target) => forbidden.test(target))
    .map(
      (target) => `${path} imports ${target}: the bot and the sandbox know nothing of each other or of tests`,
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
    'bots/discord/(open|gateway|discord|sending)',
    'bots/slack/(web|respond|open|uploads)',
    'jobs/bullmq-queue',
    'core/runtime/download',
    'core/runtime/reach',
    'core/api/transport',
    'core/redis/connection',
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
  { files: /^src\//, pattern: /\bsandbox\//, says: 'the bot does not name the sandbox' },
  {
    files: /^src\//,
    pattern: /\bimport\s*\(\s*[^'")]/,
    says: 'computed imports cannot be checked',
  },
  {
    files: /^(src|sandbox)\//,
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
