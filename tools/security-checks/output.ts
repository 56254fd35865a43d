import { check, type SecurityCheck } from './check.ts'

/** Escaping text from outside. */
export const outputChecks: readonly SecurityCheck[] = [
  check('core/text/text.ts', ".replaceAll(invisible, '$1')", '', 'core/text/text'),
  check('core/text/text.ts', ".replaceAll(markFlood, '$1')", '', 'core/text/text'),
  check('bots/discord/render/render.ts', '= neutralTexts(message)', '= message', 'hostile/fuzz'),
  check(
    'bots/slack/render/render.ts',
    'const message = neutralTexts(given)',
    'const message = given',
    'hostile/fuzz',
  ),
  check(
    'bots/discord/render/render.ts',
    ".replaceAll(/[\\\\*_~`|[]/g, '\\\\$&')",
    '',
    'bots/discord/render/render',
  ),
  check(
    'bots/slack/render/rich-text.ts',
    "text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')",
    'text',
    'bots/slack/render/fact-line',
    'bots/slack/render/render',
  ),
  check('core/ledger/export.ts', '/^[=+\\-@＝＋－＠\\t\\r\\n]/.test(value)', 'false', 'core/ledger/export'),
  check(
    'bots/slack/render/fact-line.ts',
    'const name = fitting(textBudget, onOneLine(label), labelLength)',
    'const name = fitting(textBudget, label, labelLength)',
    'bots/slack/render/one-line',
  ),
  check(
    'bots/slack/render/fact-line.ts',
    'words(fitting(textBudget, onOneLine(piece.id), limits.sectionField))',
    'words(fitting(textBudget, piece.id, limits.sectionField))',
    'bots/slack/render/one-line',
  ),
  check(
    'bots/slack/render/fact-line.ts',
    'escaped(onOneLine(label))',
    'escaped(label)',
    'bots/slack/render/one-line',
  ),
  check(
    'bots/slack/render/render.ts',
    'fitting(textBudget, onOneLine(name), titleLength)',
    'fitting(textBudget, name, titleLength)',
    'bots/slack/render/one-line',
  ),
  check(
    'bots/discord/render/render.ts',
    'shown(onOneLine(id), max)',
    'shown(id, max)',
    'bots/discord/render/one-line',
  ),
]
