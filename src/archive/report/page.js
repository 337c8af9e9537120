/* page.js - the script of a report; src/gen/report.py copies it to parts.h
 *
 * Makes the headings of each table sort it, and adds to long tables a search field and a button
 * that shows the rows after the tenth. Without scripts the page shows all rows.
 */
(() => {
    'use strict';
    const SHOWN = 10;

    const make = (tag, attributes, text) => {
        const e = document.createElement(tag);

        for (const name of Object.keys(attributes))
            e.setAttribute(name, attributes[name]);
        if (text)
            e.textContent = text;
        return e;
    };

    const valueOf = (row, column) => {
        const cell = row.cells[column];

        return cell.dataset.v === undefined ? cell.textContent : cell.dataset.v;
    };

    /* Compares two numbers by size, other values as texts; empty values come last. */
    const compare = (a, b, down) => {
        if ((a === '') !== (b === ''))
            return a === '' ? 1 : -1;
        const numbers = a !== '' && isFinite(a) && isFinite(b);
        const order = numbers ? a - b : a.localeCompare(b);

        return down ? -order : order;
    };

    const prepare = (table) => {
        const body = table.tBodies[0];
        const all = Array.from(body.rows);
        const texts = all.map((row) => row.textContent.toLowerCase());
        const heads = Array.from(table.tHead.rows[0].cells);
        const scroll = table.parentNode;
        const tools = make('div', { class: 'tools' });
        const label = make('label', {}, 'Search ');
        const field = make('input', { type: 'search' });
        const count = make('span', { role: 'status' });
        const more = make('button', { type: 'button', class: 'more' });
        let whole = all.length <= SHOWN + 2;

        const show = () => {
            const words = field.value.toLowerCase().split(/\s+/);
            let found = 0;

            for (const row of body.rows) {
                const text = texts[all.indexOf(row)];
                const fits = words.every((word) => text.includes(word));

                found += fits;
                row.hidden = !fits || (!whole && found > SHOWN);
            }
            count.textContent = field.value ? found + ' of ' + all.length : '';
            more.hidden = whole || found <= SHOWN;
            more.textContent = 'Show all ' + found;
        };

        heads.forEach((head, column) => {
            const button = make('button', { type: 'button' }, head.textContent);

            head.replaceChildren(button);
            button.addEventListener('click', () => {
                const was = head.getAttribute('aria-sort');
                const down = was ? was === 'ascending' : head.classList.contains('n');

                heads.forEach((other) => other.removeAttribute('aria-sort'));
                head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
                body.append(...Array.from(body.rows).sort((a, b) =>
                    compare(valueOf(a, column), valueOf(b, column), down)));
                show();
            });
        });
        more.addEventListener('click', () => {
            whole = true;
            show();
        });
        field.addEventListener('input', show);
        if (all.length > SHOWN) {
            label.append(field);
            tools.append(label, count);
            scroll.before(tools);
            scroll.after(more);
        }
        show();
    };

    document.querySelectorAll('table.data').forEach(prepare);
})();
