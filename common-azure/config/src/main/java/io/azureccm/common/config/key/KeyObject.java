package io.azureccm.common.config.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A record that is the value of a key; {@link Key} declares its fields. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface KeyObject {

    /** As it completes "expected ...", for example {@code an object with name and primaryVMSet}. */
    String value();

    /** Fields of the reference that are accepted and not read. */
    String[] unread() default {};

    /** Whether an object without fields means that the key is not set. */
    boolean emptyIsAbsent() default false;
}
