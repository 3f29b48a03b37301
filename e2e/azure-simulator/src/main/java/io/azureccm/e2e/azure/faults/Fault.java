package io.azureccm.e2e.azure.faults;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A fault and when it applies. Requests match by verb, type and target; the fault then applies from the {@code nth}
 * match on, {@code count} times, each time with the probability, within the time window.
 *
 * @param verb GET, LIST, PUT, PATCH, POST, DELETE, POLL or {@code *}
 * @param type type such as {@code loadBalancers}, {@code token}, or {@code *}
 * @param target regular expression found in the ID, ignoring case
 * @param client client ID of the token in the request; empty for any
 * @param from start of the window after the fault was added
 * @param until end of the window after the fault was added
 */
public record Fault(String verb, String type, Pattern target, String client, int nth, int count, double probability,
        Duration from, Duration until, FaultAction action) {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** A fault for every request with the verb on the type; {@code *} matches any. */
    public static Fault on(String verb, String type, FaultAction action) {
        return new Fault(verb, type, Pattern.compile(""), "", 1, Integer.MAX_VALUE, 1, Duration.ZERO, FOREVER, action);
    }

    public Fault target(String pattern) {
        return new Fault(verb, type, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), client, nth, count,
                probability, from,
                until, action);
    }

    /** Applies only to requests of this client, by the ID in its token. */
    public Fault client(String id) {
        return new Fault(verb, type, target, id, nth, count, probability, from, until, action);
    }

    /** Starts with the nth matching request, counted from 1. */
    public Fault nth(int value) {
        return new Fault(verb, type, target, client, value, count, probability, from, until, action);
    }

    /** Ends after this many times. */
    public Fault times(int value) {
        return new Fault(verb, type, target, client, nth, value, probability, from, until, action);
    }

    public Fault once() {
        return times(1);
    }

    public Fault probability(double value) {
        return new Fault(verb, type, target, client, nth, count, value, from, until, action);
    }

    public Fault during(Duration start, Duration end) {
        return new Fault(verb, type, target, client, nth, count, probability, start, end, action);
    }

    boolean matches(String callVerb, String callType, String callTarget, String callClient) {
        boolean list = verb.equalsIgnoreCase("GET") && callVerb.equals("LIST");
        return (verb.equals("*") || list || verb.equalsIgnoreCase(callVerb))
                && (type.equals("*") || type.equalsIgnoreCase(callType)) && target.matcher(callTarget).find()
                && (client.isEmpty() || client.equals(callClient));
    }

    Optional<Fault> ifWithin(Duration age) {
        return age.compareTo(from) >= 0 && age.compareTo(until) < 0 ? Optional.of(this) : Optional.empty();
    }

    /** Short name for logs. */
    public String name() {
        return action.getClass().getSimpleName();
    }
}
