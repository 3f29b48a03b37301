package io.azureccm.e2e.playground;

/** Runs the whole suite on one machine. */
public final class Playground {
    private Playground() {}

    public static void main(String[] args) {
        System.out.println("playground");
    }
}
