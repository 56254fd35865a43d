import type { Endpoint, WireField } from '../../../src/core/endpoints/endpoint.ts'
import { type EndpointName, endpointNames, recordOf } from '../endpoints.ts'
import { textOfLength } from '../orders.ts'
import { type Refusal, type RefusalForm, refusalRows, refusalsOf } from '../refusing.ts'
import type { FieldValue } from '../requests.ts'
import type { Row } from '../row.ts'

// The rows that follow from any record: requests that break one of its limits. Rows by hand with the same ids say more.

/** With which status wrong values were seen to be refused, elsewhere. */
const seenStatuses: Readonly<Partial<Record<EndpointName, number>>> = {
  voiceChanger: 422,
  remix: 422,
  mastering: 400,
  cutter: 400,
  inpaint: 422,
  textToSpeech: 422,
  promptToLyrics: 400,
}

type Breach = readonly [
  what: string,
  title: string,
  changes: Readonly<Record<string, FieldValue | undefined>>,
]

const breachesOf = (name: string, field: WireField): readonly Breach[] => {
  const breach = (value: FieldValue, what = `${value}`, title = `${name} ${value} is refused`): Breach => [
    `${name}.${what}`,
    title,
    { [name]: value },
  ]
  switch (field.kind) {
    case 'text': {
      const most = field.lengthMax === undefined ? undefined : field.lengthMax + 1
      return most === undefined
        ? []
        : [breach(textOfLength(most), `${most}`, `a ${name} of ${most} characters is refused`)]
    }
    case 'choice':
      return [breach('midi', 'other', `another ${name} is refused`)]
    case 'integer':
      return field.max === undefined ? [] : [breach(field.max + 1), breach(field.min - 1)]
    case 'time':
      return [breach('long', 'other', `a ${name} that is no number is refused`)]
    case 'toggle':
      return [breach('perhaps', 'other', `a ${name} that is neither true nor false is refused`)]
    case 'address':
    case 'file':
      return []
  }
}

const missing = ({ fields }: Endpoint): readonly Breach[] =>
  Object.entries(fields).flatMap(([name, { required }]) =>
    required ? [[`${name}.required`, `a request without ${name} is refused`, { [name]: undefined }]] : [],
  )

/** That a request may have no more than one of the two, the description says of ids alone. */
const clipless = ({ exactlyOneOf, fields }: Endpoint): readonly Breach[] =>
  exactlyOneOf.flatMap(([url, file]): readonly Breach[] =>
    fields[file]?.kind === 'file'
      ? [[`${file.split('_')[0]}.none`, `neither ${file} nor ${url} is refused`, { [file]: undefined }]]
      : [],
  )

const rangesOf = ({ ranges, example }: Endpoint): readonly Breach[] =>
  ranges.flatMap(([from, to]): readonly Breach[] => {
    const [start = 0, end = 0] = [example[from], example[to]]
    return [
      ['range.reversed', 'an end before the start is refused', { [from]: end, [to]: start }],
      ['range.empty', 'an end at the start is refused', { [from]: end }],
      ['range.negative', 'a start before the beginning is refused', { [from]: -1 }],
    ]
  })

/** A breach of one field is told in the words of that field, where there are some. */
const formOf = ({ failures }: Endpoint, [, , changes]: Breach): RefusalForm => {
  const [field = ''] = Object.keys(changes)
  const text = failures.texts?.[field]
  return text === undefined ? {} : { text }
}

const refusalsFor = (name: EndpointName): readonly Refusal[] => {
  const record = recordOf(name)
  const seenStatus = seenStatuses[name]
  const refuse = (breaches: readonly Breach[], seen: RefusalForm): readonly Refusal[] =>
    breaches.map((breach) => refusalsOf(name, seen)(...breach, formOf(record, breach)))
  const usual = seenStatus === undefined ? {} : { seenStatus }
  const ofFields = Object.entries(record.fields).flatMap(([field, spec]) => breachesOf(field, spec))
  return [
    ...refuse(clipless(record), record.failures.clipStatus === undefined ? usual : {}),
    ...refuse([...missing(record), ...rangesOf(record), ...ofFields], usual),
  ]
}

/** The rows that follow from the records, but for those that stand in `byHand` under their ids. */
export const limitRows = (byHand: readonly Row[]): readonly Row[] => {
  const said = new Set(byHand.map(({ id }) => id))
  return refusalRows(endpointNames.flatMap(refusalsFor)).filter(({ id }) => !said.has(id))
}
