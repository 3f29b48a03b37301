package io.azureccm.common.core;

/**
 * Why a change is in a plan: a stable reason in upper camel case ({@code ServiceAdded}, {@code NodeLeft}, {@code Drift}) and
 * the Kubernetes object that caused it, as {@code namespace/name} or a node name; the subject may be empty.
 */
public record Cause(String reason, String subject) {
    public static Cause of(String reason) {
        return new Cause(reason, "");
    }

    @Override
    public String toString() {
        return subject.isEmpty() ? reason : reason + " " + subject;
    }
}
