import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** The largest clip the studio takes, uploaded or fetched. */
export const clipBytesMax = 64 * 1024 * 1024

/** A file that came with a form, as it lies in the studio's folder. */
export class UploadedFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

const limits = { fileSize: clipBytesMax, files: 4, fields: 100, fieldSize: 1_000_000 }

const refusal = (why: string): Error => Object.assign(new Error(why), { statusCode: 400 })

const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'code' in error

/** The parser throws bare errors for a broken form; they are the caller's, as the status says. */
const asRefusal = (error: unknown): unknown =>
  isOfTheSystem(error) || (error instanceof Error && 'statusCode' in error) ? error : refusal(`${error}`)

const filesIn = (fields: Iterable<unknown>): readonly UploadedFile[] =>
  [...fields].filter((value) => value instanceof UploadedFile)

const removeFiles = async (files: readonly UploadedFile[]): Promise<void> => {
  for (const { path } of files) await rm(path, { force: true })
}

/**
 * Browsers send every line end of a form as CR LF, whatever was typed
 * (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
 */
const withPlainLineEnds = (given: unknown): unknown =>
  typeof given === 'string' ? given.replaceAll(/\r\n?/g, '\n') : given

/** What nobody could read as it was meant is a problem, and the form is still read to its end. */
const readPart = async (
  part: Multipart,
  fields: Map<string, unknown>,
  folder: string,
): Promise<string | undefined> => {
  const { fieldname: name } = part
  const isRepeated = fields.has(name)
  if (part.type === 'field') {
    if (!isRepeated) fields.set(name, withPlainLineEnds(part.value))
    if (part.valueTruncated) return `${name} is too long`
  } else if (isRepeated) part.file.resume()
  else {
    const path = join(folder, randomUUID())
    fields.set(name, new UploadedFile(path))
    await pipeline(part.file, createWriteStream(path))
  }
  return isRepeated ? `${name} was given more than once` : undefined
}

const readParts = async (request: FastifyRequest, folder: string): Promise<ReadonlyMap<string, unknown>> => {
  const fields = new Map<string, unknown>()
  let problem: string | undefined
  try {
    for await (const part of request.parts({ limits })) problem ??= await readPart(part, fields, folder)
    if (problem !== undefined) throw refusal(problem)
    return fields
  } catch (error) {
    await removeFiles(filesIn(fields.values()))
    throw error
  }
}

const indexedName = /^(\d)\.(audio_file|reference_audio_file)$/

/**
 * Samples of the service name files `0.audio_file`, `1.audio_file`; the first of
 * a kind stands for the plain name.
 */
const withPlainNames = (fields: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> => {
  const plain = new Map([...fields].filter(([name]) => !indexedName.test(name)))
  for (const name of [...fields.keys()].toSorted()) {
    const [, , plainName] = indexedName.exec(name) ?? []
    if (plainName !== undefined && !plain.has(plainName)) plain.set(plainName, fields.get(name))
  }
  return Object.fromEntries(plain)
}

/** Removes the files of a request that nothing comes of. */
export const discardUploads = (given: Readonly<Record<string, unknown>>): Promise<void> =>
  removeFiles(filesIn(Object.values(given)))

/**
 * Reads a form (multipart/form-data) while it arrives: files go straight to the folder, and lines of texts
 * end with LF. Throws an error with a status below 500 for anything that is no form, beyond the limits, or
 * ambiguous: no part is cut short in silence, and of two with one name nobody could tell which is meant.
 */
export const readForm = async (
  request: FastifyRequest,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return withPlainNames(await readParts(request, folder))
  } catch (error) {
    throw asRefusal(error)
  }
}
