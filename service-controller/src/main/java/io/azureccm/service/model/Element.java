package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** A part of a load balancer, or a public IP. Its names are read from its JSON once, because each plan needs the same ones many times. */
abstract class Element implements ArmElement {
    private final Object context;
    private final ObjectNode json;
    private final String name;
    private final String key;
    private final String baseName;

    /** {@code context}: what tells elements with the same JSON apart, such as the id of their load balancer. */
    Element(Object context, ObjectNode json) {
        this.context = context;
        this.json = json;
        this.name = ArmJson.name(json);
        this.key = name.toLowerCase(Locale.ROOT);
        this.baseName = ServiceNames.baseOf(name);
    }

    @Override
    public final ObjectNode json() {
        return json;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String key() {
        return key;
    }

    @Override
    public final String baseName() {
        return baseName;
    }

    /** Two elements of the same kind are equal if their JSON and their context are. */
    @Override
    public final boolean equals(Object other) {
        return this == other || other != null && getClass() == other.getClass() && json.equals(((Element) other).json)
                && context.equals(((Element) other).context);
    }

    @Override
    public final int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " " + json;
    }
}
