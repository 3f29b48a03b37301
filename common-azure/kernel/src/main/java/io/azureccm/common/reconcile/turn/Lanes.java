package io.azureccm.common.reconcile.turn;

/**
 * Shows which lanes are busy. A lane is one resource, or one group of objects, that is read or written by one operation at a
 * time.
 */
@FunctionalInterface
public interface Lanes {
    boolean isBusy(String lane);
}
