package io.azureccm.e2e.azure;

/** Starts the ARM simulator from the command line. */
public final class AzureSimulatorMain {
    private AzureSimulatorMain() {}

    public static void main(String[] args) {
        System.out.println("azure-simulator");
    }
}
