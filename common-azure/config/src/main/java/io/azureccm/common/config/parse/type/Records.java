package io.azureccm.common.config.parse.type;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;

/** Makes and reads records. */
public final class Records {

    private Records() {}

    /** The record with these values of its components. */
    public static <T> T of(Class<T> type, Function<RecordComponent, Object> values) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return made(type, types, Arrays.stream(components).map(values).toArray());
    }

    /** The record that the constructor with this one parameter makes. */
    public static <T> T converted(Object value, Class<T> type) {
        return made(type, new Class<?>[]{value.getClass()}, value);
    }

    public static Object value(Object of, RecordComponent component) {
        try {
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    private static <T> T made(Class<T> type, Class<?>[] parameters, Object... values) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("cannot make a " + type.getSimpleName(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type.getSimpleName(), e);
        }
    }
}
