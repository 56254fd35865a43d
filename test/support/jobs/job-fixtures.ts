import { readFileSync } from 'node:fs'
import { type JobState, jobRecordVersion } from '../../../src/core/job/job.ts'

/** A record as a version of the program wrote it, and what is read from it. */
export interface JobFixture {
  id: string
  /** The hash as Redis keeps it. */
  hash: Readonly<Record<string, string>>
  /** What is read, without what is undefined. */
  reads: object
}

/** Where the fixture of a state lies; each version that ever wrote records has a folder. */
export const fixtureFile = (state: JobState, version = jobRecordVersion): URL =>
  new URL(`../../fixtures/jobs/version-${version}/${state}.json`, import.meta.url)

/** The fixture of a state. */
export const readFixture = (state: JobState, version = jobRecordVersion): JobFixture =>
  JSON.parse(readFileSync(fixtureFile(state, version), 'utf8')) as JobFixture

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const shapeOfValue = (name: string, value: unknown): readonly string[] => {
  if (Array.isArray(value))
    return [`${name}: list`, ...value.slice(0, 1).flatMap((item) => shapeOfValue(`${name}[]`, item))]
  if (typeof value !== 'object' || value === null)
    return [`${name}: ${value === null ? 'nothing' : typeof value}`]
  return Object.entries(value).flatMap(([key, item]) => shapeOfValue(`${name}.${key}`, item))
}

/**
 * The names of everything in a record, and what kind of value it has; what members
 * wrote and marks of steps left out.
 */
export const shapeOf = (hash: JobFixture['hash']): readonly string[] =>
  Object.entries(hash).flatMap(([name, value]) => {
    if (name.startsWith('did|') || name === 'values') return [name]
    return shapeOfValue(name, parsed(value))
  })
