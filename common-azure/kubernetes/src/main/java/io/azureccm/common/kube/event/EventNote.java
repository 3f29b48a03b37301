package io.azureccm.common.kube.event;

import io.azureccm.common.core.PrintableText;
import java.nio.charset.StandardCharsets;

/**
 * One report about an object: its source component, whether it is a warning, a reason in upper camel case and a message,
 * which is cut to the 1024 bytes that the API accepts.
 */
public record EventNote(String component, ObjectRef object, Type type, String reason, String message) {
    static final int MESSAGE_LIMIT = 1024;
    private static final String CUT = "...";

    /** The two event types of the API, with their spelling. */
    public enum Type {
        NORMAL("Normal"), WARNING("Warning");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    public EventNote {
        message = cut(PrintableText.of(message, Integer.MAX_VALUE));
    }

    public static EventNote normal(String component, ObjectRef object, String reason, String message) {
        return new EventNote(component, object, Type.NORMAL, reason, message);
    }

    public static EventNote warning(String component, ObjectRef object, String reason, String message) {
        return new EventNote(component, object, Type.WARNING, reason, message);
    }

    EventNote withMessage(String text) {
        return new EventNote(component, object, type, reason, text);
    }

    /** Without the object's version, which changes with each write and must not cause a separate event. */
    EventNote withoutVersion() {
        return new EventNote(component,
                new ObjectRef(object.apiVersion(), object.kind(), object.namespace(), object.name(),
                        object.uid(), ""),
                type, reason, message);
    }

    private static String cut(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length <= MESSAGE_LIMIT)
            return text;
        int bytes = 0;
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            bytes += Character.toString(point).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MESSAGE_LIMIT - CUT.length())
                break;
            end += Character.charCount(point);
        }
        return text.substring(0, end) + CUT;
    }
}
