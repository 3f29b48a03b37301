package io.azureccm.common.config.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A record that is not made of its keys one by one: the one named here is, and has a constructor for the way back. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WrittenAs {

    Class<? extends Written<?>> value();

    /** A record of keys as they are written. */
    interface Written<T> {

        T meaning();
    }
}
