package io.azureccm.service.spec;

import io.azureccm.common.core.PrintableText;

/**
 * Information for the user of a Service that blocks nothing: emitted as an event about the Service, once until the Service or the notice
 * changes. The reason is in upper camel case; the message names the object and states what would be correct. {@code shown}: the condition of
 * the Service shows it while it is served, because what is in force may not be what the user asked for.
 */
public record Notice(Type type, Source source, String reason, String message, Shown shown) {
    public Notice {
        message = PrintableText.of(message, PrintableText.MESSAGE);
    }

    /** The two types of events. */
    public enum Type {
        NORMAL, WARNING
    }

    /** Where users find it. */
    public enum Shown {
        EVENT, EVENT_AND_CONDITION, CONDITION
    }

    /** The component that emits the event: the one that knows Services, or the one that knows Azure. */
    public enum Source {
        SERVICE_CONTROLLER("service-controller"), AZURE("azure-cloud-provider");

        private final String component;

        Source(String component) {
            this.component = component;
        }

        /** The component name in events. */
        public String component() {
            return component;
        }
    }

    public static Notice normal(Source source, String reason, String message) {
        return new Notice(Type.NORMAL, source, reason, message, Shown.EVENT);
    }

    public static Notice warning(Source source, String reason, String message) {
        return new Notice(Type.WARNING, source, reason, message, Shown.EVENT);
    }

    /** The same with an addition to the message. */
    public Notice with(String more) {
        return new Notice(type, source, reason, message + more, shown);
    }

    /** A copy that the condition shows, too. */
    public Notice alsoInCondition() {
        return new Notice(type, source, reason, message, Shown.EVENT_AND_CONDITION);
    }

    /** A copy that only the condition shows, since another event says the same. */
    public Notice onlyInCondition() {
        return new Notice(type, source, reason, message, Shown.CONDITION);
    }

    public boolean inCondition() {
        return shown != Shown.EVENT;
    }

    public boolean isEvent() {
        return shown != Shown.CONDITION;
    }
}
