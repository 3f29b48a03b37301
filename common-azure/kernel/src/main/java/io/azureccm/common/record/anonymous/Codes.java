package io.azureccm.common.record.anonymous;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The names, ids and addresses that were found, and what replaces each of them: codes in the same order. Names that are made of others, such
 * as that of a scale set's instance or of a route, are made of their codes. Not thread-safe.
 */
final class Codes {
    private static final Pattern INSTANCE = Pattern.compile("_\\d+|[0-9a-z]{6}");
    private static final Pattern PIECE = Pattern.compile("[A-Za-z0-9]+");
    /** Of a name without the letter before it: load balancers of a Service have it. */
    private static final int OF_UID = 31;

    /** Between node and pod CIDR in the name of a route. */
    private static final String OF_ROUTE = "____";

    private final TreeSet<String> names = new TreeSet<>();
    private final TreeSet<String> types = new TreeSet<>();
    private final TreeSet<String> guids = new TreeSet<>();
    private final TreeSet<String> ranges = new TreeSet<>();
    private final AddressCodes addresses;
    private final Map<String, String> codes = new HashMap<>();

    Codes(RandomGenerator random) {
        this.addresses = new AddressCodes(random);
    }

    void name(String text) {
        int route = text.indexOf(OF_ROUTE);
        if (route > 0)
            name(text.substring(0, route));
        else if (SearchTerms.isName(text) && !SearchTerms.GUID.matcher(text).matches() && !addresses.add(text))
            names.add(text.toLowerCase(Locale.ROOT));
    }

    /** What is found in any text: ids and addresses. */
    void text(String text) {
        SearchTerms.GUID.matcher(text).results().forEach(each -> guids.add(each.group().toLowerCase(Locale.ROOT)));
        SearchTerms.ADDRESS.matcher(text)
                .results()
                .filter(each -> addresses.add(each.group()))
                .forEach(
                        each -> ranges.add(each.group()));
        SearchTerms.ID.matcher(text).results().forEach(each -> id(each.group().split("/")));
    }

    /** Every other part is a name, except that of the provider. */
    private void id(String[] parts) {
        for (int i = 2; i < parts.length; i += 2) {
            types.add(parts[i - 1].toLowerCase(Locale.ROOT));
            if (!parts[i - 1].equalsIgnoreCase("providers"))
                name(parts[i]);
        }
        if (parts.length % 2 == 0)
            types.add(parts[parts.length - 1].toLowerCase(Locale.ROOT));
    }

    /** Gives each its code; nothing is added after it. */
    void complete() {
        names.removeAll(types);
        int rank = 0;
        String form = "x%0" + String.valueOf(names.size()).length() + "d";
        for (String name : names)
            codes.put(name, String.format(form, rank++));
        names.forEach(name -> instance(name).ifPresent(code -> codes.put(name, code)));
        rank = 0;
        for (String guid : guids) {
            String code = String.format("%08x-0000-4000-8000-000000000000", ++rank);
            codes.put(guid, code);
            codes.put(digits(guid), digits(code));
            codes.put("a" + digits(guid).substring(0, OF_UID), "a" + digits(code).substring(0, OF_UID));
        }
        for (String range : ranges)
            codes.put(range.replaceAll("[.:/]", ""), addresses.code(range).orElseThrow().replaceAll("[.:/]", ""));
    }

    private Optional<String> instance(String name) {
        for (int cut = name.length() - 1; cut > 0; cut--) {
            if (names.contains(name.substring(0, cut)) && INSTANCE.matcher(name.substring(cut)).matches())
                return Optional.of(codes.get(name.substring(0, cut)) + name.substring(cut));
        }
        return Optional.empty();
    }

    private static String digits(String guid) {
        return guid.replace("-", "");
    }

    /** The text with codes in place of all that was found. */
    String replace(String text) {
        UnaryOperator<String> rest = this::names;
        rest = outside(SearchTerms.GUID, rest, guid -> codes.getOrDefault(guid.toLowerCase(Locale.ROOT), guid));
        rest = outside(SearchTerms.ADDRESS, rest, each -> addresses.code(each).orElse(each));
        return outside(SearchTerms.MAIL, rest, mail -> "user@example.com").apply(text);
    }

    private static UnaryOperator<String> outside(Pattern pattern, UnaryOperator<String> rest,
            UnaryOperator<String> found) {
        return text -> {
            StringBuilder out = new StringBuilder();
            int[] end = {0};
            pattern.matcher(text).results().forEach(each -> {
                out.append(rest.apply(text.substring(end[0], each.start()))).append(found.apply(each.group()));
                end[0] = each.end();
            });
            return out.append(rest.apply(text.substring(end[0]))).toString();
        };
    }

    /** The longest names are replaced first; a word before "=" is the key of what follows. */
    private String names(String text) {
        int[][] pieces = PIECE.matcher(text)
                .results()
                .map(each -> new int[]{each.start(), each.end()})
                .toArray(
                        int[][]::new);
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (int i = 0; i < pieces.length; i++) {
            for (int last = Math.min(pieces.length - 1, i + 20); last >= i; last--) {
                String code = code(text, pieces[i][0], pieces[last][1]);
                if (code != null) {
                    out.append(text, done, pieces[i][0]).append(code);
                    done = pieces[last][1];
                    i = last;
                    break;
                }
            }
        }
        return out.append(text, done, text.length()).toString();
    }

    private String code(String text, int from, int to) {
        if (to < text.length() && text.charAt(to) == '=')
            return null;
        return codes.get(text.substring(from, to).toLowerCase(Locale.ROOT));
    }
}
