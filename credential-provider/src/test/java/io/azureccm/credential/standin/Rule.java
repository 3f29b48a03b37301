package io.azureccm.credential.standin;

import io.azureccm.credential.text.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Overrides the usual responses of the stand-in: for URLs that match a pattern, a number of times. */
public final class Rule {
    private static final int ALWAYS = Integer.MAX_VALUE;
    /** A status for a server that accepts a request and never responds. */
    public static final int HANG = -1;
    /** A status for a raw response, which consists of the body only. */
    public static final int RAW = -2;

    final String connect;
    final int status;
    final List<String[]> headers = new ArrayList<>();
    final String body;
    private final String method;
    private final Pattern url;
    private final AtomicInteger left;

    private Rule(String connect, String method, Pattern url, int status, String body, int times) {
        this.connect = connect;
        this.method = method;
        this.url = url;
        this.status = status;
        this.body = body;
        left = new AtomicInteger(times);
    }

    public static Rule answer(String url, int status, String body, String... headers) {
        Rule rule = new Rule(null, null, pattern(url), status, body, ALWAYS);
        for (int i = 0; i < headers.length; i += 2)
            rule.headers.add(new String[]{headers[i], headers[i + 1]});
        return rule;
    }

    /** A rule of a case. */
    public static Rule of(Map<?, ?> json, String standIn) {
        int times = json.get("times") instanceof Double number ? number.intValue() : ALWAYS;
        int status = json.get("status") instanceof Double number ? number.intValue() : 200;
        Object body = json.get("body");
        String text = body == null ? "" : body instanceof String same ? same : json(body);
        if (json.get("connect") instanceof String host)
            return new Rule(host, null, null, status, text, times);
        Rule rule = new Rule(null, (String) json.get("method"),
                pattern(((String) json.get("url")).replace("{standin}", standIn)),
                status, text, times);
        Object headers = json.get("headers");
        if (headers instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> header : map.entrySet()) {
                for (Object value : header.getValue() instanceof List<?> list ? list : List.of(header.getValue()))
                    rule.headers.add(new String[]{(String) header.getKey(), (String) value});
            }
        }
        return rule;
    }

    private static Pattern pattern(String shell) {
        StringBuilder regex = new StringBuilder();
        for (char c : shell.toCharArray())
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        return Pattern.compile(regex.toString());
    }

    boolean refuses(String host) {
        return host.equals(connect) && take();
    }

    boolean fits(String asked, String at) {
        return connect == null && (method == null || method.equals(asked)) && url.matcher(at).matches() && take();
    }

    private boolean take() {
        return left.getAndUpdate(n -> n == ALWAYS || n == 0 ? n : n - 1) > 0;
    }

    /** JSON of maps, lists, strings, numbers and booleans. */
    public static String json(Object value) {
        StringBuilder json = new StringBuilder();
        write(json, value);
        return json.toString();
    }

    private static void write(StringBuilder json, Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                json.append('{');
                new LinkedHashMap<>(map).forEach((key, each) -> {
                    JsonText.quoted(json.append(json.charAt(json.length() - 1) == '{' ? "" : ","), (String) key);
                    write(json.append(':'), each);
                });
                json.append('}');
            }
            case List<?> list -> {
                json.append('[');
                for (int i = 0; i < list.size(); i++)
                    write(json.append(i == 0 ? "" : ","), list.get(i));
                json.append(']');
            }
            case String text -> JsonText.quoted(json, text);
            case Double number when number == number.longValue() -> json.append(number.longValue());
            case null, default -> json.append(value);
        }
    }
}
