type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const componentPrefix = '#/components/schemas/'

/** What a reference within the file stands for; anything else stands for itself. */
const resolve = (schema: unknown, components: Schema): unknown =>
  isSchema(schema) && typeof schema.$ref === 'string'
    ? components[schema.$ref.replace(componentPrefix, '')]
    : schema

const isNull = (schema: unknown): boolean => isSchema(schema) && schema.type === 'null'

/** The values of `type` by which a member of a union is told from the others. */
const typesOf = (member: unknown, components: Schema): readonly unknown[] | undefined => {
  const schema = resolve(member, components)
  if (!isSchema(schema) || !isSchema(schema.properties) || !isSchema(schema.properties.type)) return undefined
  const { enum: values } = schema.properties.type
  return Array.isArray(values) ? values : undefined
}

/**
 * One member checked by the `type` that the value has, so that what is wrong is told of that member alone.
 */
const byType = (members: readonly unknown[], components: Schema): Schema | undefined => {
  const told = members.map((member) => ({ member, types: typesOf(member, components) }))
  const cases = told.flatMap(({ member, types }) => (types ? [{ member, types }] : []))
  if (cases.length < told.length) return undefined
  return {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: cases.flatMap(({ types }) => types) } },
    allOf: cases.map(({ member, types }) => ({
      if: { not: { properties: { type: { enum: types } }, required: ['type'] } },
      else: member,
    })),
  }
}

const exactUnion = (members: readonly unknown[], components: Schema): Schema | undefined => {
  const others = members.filter((member) => !isNull(member))
  const exact = others.length === 1 ? others[0] : byType(others, components)
  if (exact === undefined || others.length === members.length) return exact as Schema | undefined
  return { if: { type: 'null' }, else: exact }
}

/**
 * Rewrites the unions of Discord's file, which name no discriminator: checked as they stand, a fault in one
 * member is told as a fault of every member.
 */
export const withExactUnions = (value: unknown, components: Schema): unknown => {
  if (Array.isArray(value)) return value.map((item) => withExactUnions(item, components))
  if (!isSchema(value)) return value
  const { oneOf, anyOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withExactUnions(inner, components)]),
  )
  const members = oneOf ?? anyOf
  if (!Array.isArray(members)) return rest
  const exact = exactUnion(members, components)
  return exact ? { ...rest, ...exact } : { ...rest, [oneOf ? 'oneOf' : 'anyOf']: members }
}
