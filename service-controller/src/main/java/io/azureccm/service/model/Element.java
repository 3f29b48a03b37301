package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A part of a load balancer, or a public IP. Values read from its JSON are cached, because each plan reads the same ones many times. */
abstract class Element implements ArmElement {
    private final Object context;
    private final ObjectNode json;
    private String name;
    private String key;
    private String baseName;

    /** {@code context}: what tells elements with the same JSON apart, such as the id of their load balancer. */
    Element(Object context, ObjectNode json) {
        this.context = context;
        this.json = json;
    }

    @Override
    public final ObjectNode json() {
        return json;
    }

    @Override
    public final String name() {
        if (name == null)
            name = ArmElement.super.name();
        return name;
    }

    @Override
    public final String key() {
        if (key == null)
            key = ArmElement.super.key();
        return key;
    }

    @Override
    public final String baseName() {
        if (baseName == null)
            baseName = ArmElement.super.baseName();
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
