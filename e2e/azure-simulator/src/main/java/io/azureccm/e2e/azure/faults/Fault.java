package io.azureccm.e2e.azure.faults;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A fault and when it applies. Requests match by verb, type, target and content; the fault then applies from the {@code nth}
 * match on, {@code count} times, each time with the probability, within the time window.
 *
 * @param verb GET, LIST, PUT, PATCH, POST, DELETE, POLL, {@code WRITE} for all that change something, or {@code *}
 * @param type type such as {@code loadBalancers}, {@code token}, or {@code *}
 * @param target regular expression found in the ID, ignoring case
 * @param client client ID of the token in the request; empty for any
 * @param content what the body has to contain
 * @param from start of the window after the fault was added
 * @param until end of the window after the fault was added
 * @param name short name for logs: that of the action unless {@link #named} otherwise
 */
public record Fault(String verb, String type, Pattern target, String client, Content content, int nth, int count,
        double probability, Duration from, Duration until, FaultAction action, String name) {
    private static final String WRITE = "WRITE";
    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** A fault for every request with the verb on the type; {@code *} matches any. */
    public static Fault on(String verb, String type, FaultAction action) {
        return new Fault(verb, type, Pattern.compile(""), "", new Content.Any(), 1, Integer.MAX_VALUE, 1, Duration.ZERO,
                FOREVER, action, action.getClass().getSimpleName());
    }

    /** A lock on a resource, a group or a subscription: it refuses writes at and below the scope, or deletions only. */
    public static Fault lock(String scope, boolean deletionsOnly) {
        return on(deletionsOnly ? "DELETE" : WRITE, "*", new FaultAction.Lock(scope))
                .target("^" + Pattern.quote(scope) + "(/|$)");
    }

    /**
     * A policy that denies writes of the type in which a value at the path matches; see {@link Content.Value}. {@code explained}:
     * the client may read policies.
     */
    public static Fault policy(String policy, String type, String path, String value, boolean explained) {
        return on(WRITE, type, new FaultAction.DenyByPolicy(policy, explained))
                .content(new Content.Value(path, Content.pattern(value)));
    }

    /** The identity may write resources of the type, but not join those to which an ID leads that matches. */
    public static Fault missingLinkedRight(String type, String id) {
        return on(WRITE, type, new FaultAction.DenyLinked()).content(new Content.Reference(Content.pattern(id)));
    }

    public Fault target(String pattern) {
        return new Fault(verb, type, Content.pattern(pattern), client, content, nth, count, probability, from, until,
                action, name);
    }

    /** Applies only to requests whose body contains this. */
    public Fault content(Content value) {
        return new Fault(verb, type, target, client, value, nth, count, probability, from, until, action, name);
    }

    /** Applies only to requests of this client, by the ID in its token. */
    public Fault client(String id) {
        return new Fault(verb, type, target, id, content, nth, count, probability, from, until, action, name);
    }

    /** Starts with the nth matching request, counted from 1. */
    public Fault nth(int value) {
        return new Fault(verb, type, target, client, content, value, count, probability, from, until, action, name);
    }

    /** Ends after this many times. */
    public Fault times(int value) {
        return new Fault(verb, type, target, client, content, nth, value, probability, from, until, action, name);
    }

    public Fault once() {
        return times(1);
    }

    public Fault probability(double value) {
        return new Fault(verb, type, target, client, content, nth, count, value, from, until, action, name);
    }

    public Fault during(Duration start, Duration end) {
        return new Fault(verb, type, target, client, content, nth, count, probability, start, end, action, name);
    }

    boolean matches(FaultCall call) {
        return matchesVerb(call) && (type.equals("*") || type.equalsIgnoreCase(call.type()))
                && target.matcher(call.target()).find() && (client.isEmpty() || client.equals(call.client()))
                && content.found(call).isPresent();
    }

    private boolean matchesVerb(FaultCall call) {
        return switch (verb.toUpperCase(Locale.ROOT)) {
            case "*" -> true;
            case WRITE -> call.isWrite();
            case "GET" -> call.verb().equals("GET") || call.verb().equals("LIST");
            default -> verb.equalsIgnoreCase(call.verb());
        };
    }

    boolean isWithin(Duration age) {
        return age.compareTo(from) >= 0 && age.compareTo(until) < 0;
    }

    public Fault named(String value) {
        return new Fault(verb, type, target, client, content, nth, count, probability, from, until, action, value);
    }
}
