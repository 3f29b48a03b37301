package io.azureccm.service.spec;

/**
 * The age of a Service: its creationTimestamp (RFC 3339, whole seconds) and, among Services of the same second, the order in which the API
 * server stored them. Older sorts first.
 */
public record Age(String creationTimestamp, long sequence) implements Comparable<Age> {
    @Override
    public int compareTo(Age other) {
        int byTime = creationTimestamp.compareTo(other.creationTimestamp);
        return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
}
