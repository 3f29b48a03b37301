package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A part of a load balancer, or a public IP. Values read from its JSON are cached, because each plan reads the same ones many times. */
abstract class Element implements ArmElement {
    private final ObjectNode json;
    private String name;
    private String key;
    private String baseName;

    Element(ObjectNode json) {
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

    /** Two elements of the same kind are equal if their JSON is. */
    @Override
    public boolean equals(Object other) {
        return this == other || other != null && getClass() == other.getClass() && json.equals(((Element) other).json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " " + json;
    }
}
