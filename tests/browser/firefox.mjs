// firefox.mjs - Firefox by WebDriver BiDi, with a record of what a page does
//
// Every request that is not for the server of the tests goes to that server as to a proxy, which
// records it, so nothing leaves the machine. The server takes the Content-Security-Policy out of
// the pages, since Firefox cannot bypass it.

import { packages, recordEvents, serve, tab } from './chrome.mjs';

const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
const withoutPolicy = (bytes, type) => (/html|xml/.test(type) ? Buffer.from(Buffer.from(bytes).toString('latin1').replace(policy, ''), 'latin1') : bytes);

// Firefox's own pages and services need no network.
const quiet = {
    'app.update.auto': false, 'browser.safebrowsing.malware.enabled': false, 'browser.safebrowsing.phishing.enabled': false,
    'browser.startup.page': 0, 'datareporting.policy.dataSubmissionEnabled': false, 'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false,
    'network.dns.disablePrefetch': true, 'network.prefetch-next': false, 'services.settings.server': 'http://127.0.0.1:9/',
};

function record(page, happened, origin) {
    recordEvents(page, happened);
    page.on('request', (request) => {
        const url = request.url();
        const kind = request.isNavigationRequest() ? 'Document' : /\.css$/.test(url) ? 'Stylesheet' : /\.js$/.test(url) ? 'Script' : 'Other';

        // The fonts of Firefox's own stylesheets are data.
        if (url !== `${origin}/favicon.ico` && !url.startsWith('data:font/'))
            happened.push(`request ${kind} ${url}`);
    });
}

export async function startFirefox() {
    const site = await serve(withoutPolicy);
    const { launch } = packages('puppeteer-core');
    const proxy = { 'network.proxy.type': 1, 'network.proxy.http': '127.0.0.1', 'network.proxy.http_port': site.server.address().port,
        'network.proxy.ssl': '127.0.0.1', 'network.proxy.ssl_port': site.server.address().port };
    const browser = await launch({
        browser: 'firefox', executablePath: process.env.FIREFOX, headless: true, extraPrefsFirefox: { ...quiet, ...proxy },
    });
    const page = await browser.newPage();
    const happened = [];

    record(page, happened, site.origin);
    return {
        page, site,
        version: await browser.version(),
        ...tab(page, site, happened),
        async stop() {
            await browser.close();
            site.stop();
        },
    };
}
