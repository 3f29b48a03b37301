package io.azureccm.common.config.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a key of {@code azure.json} on the component that holds its value, or a field of a key whose value is an object.
 * The type of the component is the type of the value; a {@code Secret} is never printed.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {

    /** In place of a name: a key for each constant of the {@link KeyedEnum} that the map is keyed by. */
    String FOR_EACH = "";

    /** The name; keys are not case-sensitive. */
    String value();

    /** The default as it would be written; otherwise false, 0, or empty. The number 0 also means the default. */
    String fallback() default "";

    /** What a text has to look like. */
    TextForm is() default TextForm.LINE;

    /** The largest number. */
    int max() default Integer.MAX_VALUE;

    /** Whether a negative number means the default, too. */
    boolean negative() default false;

    /** Whether an object without this field is refused. */
    boolean required() default false;

    /** A value of the reference that is refused, in lower case. */
    String unsupported() default "";

    /** Why {@link #unsupported()} is refused. */
    String reason() default "";

    /** What it does, as one sentence without a full stop. */
    String effect() default "";
}
