package io.azureccm.service.spec;

import io.azureccm.common.core.PrintableText;

/**
 * Something the user of a Service should know and that stops nothing: told as an event about the Service, once until the Service
 * or what is to be told changes. The reason is in upper camel case; the message names what it is about and what would be right.
 */
public record Notice(Type type, Source source, String reason, String message) {
    public Notice {
        message = PrintableText.of(message, PrintableText.MESSAGE);
    }

    /** The two types of events. */
    public enum Type {
        NORMAL, WARNING
    }

    /** Who speaks: the part that knows Services, or the part that knows Azure. */
    public enum Source {
        SERVICE_CONTROLLER("service-controller"), AZURE("azure-cloud-provider");

        private final String component;

        Source(String component) {
            this.component = component;
        }

        /** The name that events show. */
        public String component() {
            return component;
        }
    }

    public static Notice normal(Source source, String reason, String message) {
        return new Notice(Type.NORMAL, source, reason, message);
    }

    public static Notice warning(Source source, String reason, String message) {
        return new Notice(Type.WARNING, source, reason, message);
    }
}
