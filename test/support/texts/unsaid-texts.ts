import type { Node, ObjectLiteralExpression, SourceFile } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isImportDeclaration,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  isTypeNode,
} from 'typescript/unstable/ast/is'

/** A text in a source that nobody says, and its line. */
export interface UnsaidText {
  line: number
  text: string
}

/** Two words with a blank between them, one of which may be a value. */
const looksSaid = (text: string): boolean =>
  !/^\/[a-z…]+( [a-z…]+)*$/.test(text) && // a command as it is typed
  /\p{L}{2,}[,.:;!?]? +[\p{L}…]|…[,.:;!?]? +\p{L}{2,}/u.test(text)

const saying = new Set(['say', 'declared', 'sayCount', 'sayOrdinal'])

/** What these are given is for the log, or for the developer who fixes the bug. */
const forOperators = new Set(['debug', 'info', 'warn', 'error', 'assert'])

const nameOf = (node: Node): string => {
  if (isIdentifier(node)) return node.text
  return isPropertyAccessExpression(node) ? node.name.text : ''
}

const propertyOf = (literal: ObjectLiteralExpression, name: string): Node | undefined =>
  literal.properties.find(
    (property) =>
      isPropertyAssignment(property) && isIdentifier(property.name) && property.name.text === name,
  )

/**
 * What commands and fields are declared with; a label is one beside a help, or
 * beside a value that is written out.
 */
const declaredNames = new Set(['summary', 'help', 'product', 'formTitle', 'messageAction', 'takeAction'])

const isDeclared = (name: string, literal: ObjectLiteralExpression): boolean => {
  if (declaredNames.has(name)) return true
  if (name !== 'label') return false
  const value = propertyOf(literal, 'value')
  const isChoice = value !== undefined && isPropertyAssignment(value) && isStringLiteral(value.initializer)
  return isChoice || propertyOf(literal, 'help') !== undefined
}

/** The parts of a node in which a text would be a member's. */
const heardParts = (node: Node): readonly Node[] => {
  const parts: Node[] = []
  node.forEachChild((child) => {
    parts.push(child)
  })
  if (isImportDeclaration(node) || isTypeNode(node)) return []
  if (isCallExpression(node)) {
    const called = nameOf(node.expression)
    if (forOperators.has(called)) return []
    if (saying.has(called))
      return called === 'sayOrdinal' ? [] : node.arguments.filter((part) => !isStringLiteral(part))
  }
  if (isNewExpression(node)) return (node.arguments ?? []).filter((part) => isObjectLiteralExpression(part))
  if (isObjectLiteralExpression(node))
    return node.properties.filter(
      (property) =>
        !(
          isPropertyAssignment(property) &&
          isIdentifier(property.name) &&
          isStringLiteral(property.initializer) &&
          isDeclared(property.name.text, node)
        ),
    )
  return parts
}

const textsOf = (node: Node): readonly string[] => {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text]
  return isTemplateExpression(node)
    ? [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')]
    : []
}

/** The texts of a source that look like a member's and are not said. */
export const unsaidTexts = (tree: SourceFile): readonly UnsaidText[] => {
  const look = (node: Node): UnsaidText[] => [
    ...textsOf(node)
      .filter(looksSaid)
      .map((text) => ({ line: tree.text.slice(0, node.end).split('\n').length, text })),
    ...heardParts(node).flatMap(look),
  ]
  return look(tree)
}
