/** Settings of an application: `app.disable('x')`, `app.set('x', false)`. In: the scene and a name. Out: the calls that set it. */
import type { Evidence } from '../../../types'
import type { Scene } from './scene'

export interface SettingCall {
  at: Evidence
  words: string
  isOff: boolean
  isOn: boolean
  value: string | undefined
}

/** `app.disable('x')`, `app.set('x', false)`. */
export function settingCalls(scene: Scene, name: string): SettingCall[] {
  return scene.uses('application-setting').flatMap(({ api, values, at }) => {
    if (!values.name?.texts.some((text) => text.toLowerCase() === name)) return []
    const value = values.value?.texts[0]
    const isOff = api === 'disable' || (api === 'set' && value === 'false')
    const isOn = api === 'enable' || (api === 'set' && value === 'true')
    return { at, isOff, isOn, value, words: `${api}('${name}'${api === 'set' ? `, ${value ?? '…'}` : ''})` }
  })
}
