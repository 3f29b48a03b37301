package io.azureccm.archfixture.common.record;

/** Stands for a class of a layer that {@code core} may not use. */
public record Step(String name) {}
