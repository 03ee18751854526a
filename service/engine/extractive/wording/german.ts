/** German. */
import { pattern } from '../pattern.ts'
import { unknownWording, type Wording } from './wording.ts'

export const german: Wording = {
  ...unknownWording,
  fillers: /(?:[,.] ?)?(?<!\p{L})(?:äh+m*|öh+m*|hm+|also|halt|sozusagen),/giu,
  social:
    /(?:wie geht|hören Sie mich|hörst du mich|noch fragen|oder\?$|nicht wahr|weitere fragen)/iu,
  smallTalk: pattern`
  ^(?:hallo|guten (?:morgen|tag|abend)|servus|moin|danke|vielen dank|tschüss|auf wieder|
  bis (?:bald|morgen|dann|nächste)|prima|schönen (?:tag|abend)|herzlich willkommen|willkommen|
  gern geschehen)`,
}
