/** Browsers that a program steers: what a fixed function is handed arrives as a value, and the function says what becomes of it. */
import { test } from 'vitest'
import { check } from './marked-lines'

test.each(['puppeteer', 'playwright'])('%s', async (library) => {
  await check(
    {
      'print.js': `const express = require('express')
const { chromium } = require('playwright')
const puppeteer = require('puppeteer')
const app = express()
app.use(express.json())
const setTitle = (title) => {
  document.title = title // headless-browser-injection: none
  console.log(title) // log-injection: none
}
app.post('/print', async (request, response) => {
  const browser = await ${library === 'puppeteer' ? library : 'chromium'}.launch()
  const page = await browser.newPage()
  const { text } = request.body
  await page.evaluate((title) => { document.title = title }, text) // headless-browser-injection: none
  await page.evaluate(setTitle, text) // headless-browser-injection: none
  await page.evaluate(({ title }) => { document.title = title }, { title: text }) // headless-browser-injection: none
  await page.$eval('h1', (element, title) => { element.textContent = title }, text) // headless-browser-injection: none
  await page.evaluate(text) // headless-browser-injection: high
  await page.evaluate('show("' + text + '")') // headless-browser-injection: high
  await page.evaluate((code) => eval(code), text) // headless-browser-injection: high
  await page.evaluate(({ html }) => {
    document.body.innerHTML = html // headless-browser-injection: high
  }, { html: text })
  await page.$eval('h1', (element, html) => { element.innerHTML = html }, text) // headless-browser-injection: high
  await page.addInitScript((address) => fetch(address), text) // headless-browser-injection: high
  response.json({ done: true })
})
`,
    },
    { express: '4', playwright: '1', puppeteer: '22' },
  )
})
