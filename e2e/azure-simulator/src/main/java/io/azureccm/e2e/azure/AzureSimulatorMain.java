package io.azureccm.e2e.azure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Starts the ARM simulator from the command line and runs until it is stopped. */
public final class AzureSimulatorMain {
    private AzureSimulatorMain() {}

    public static void main(String[] args) throws InterruptedException {
        MainOptions options;
        try {
            options = MainOptions.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println("azure-simulator: " + e.getMessage());
            System.err.print(MainOptions.USAGE);
            System.exit(2);
            return;
        }
        if (options.help()) {
            System.out.print(MainOptions.USAGE);
            return;
        }
        try {
            run(options);
        } catch (NoSuchFileException e) {
            System.err.println("azure-simulator: file not found: " + e.getFile());
            System.exit(1);
        } catch (IOException | RuntimeException e) {
            System.err.println("azure-simulator: cannot start: " + e.getMessage()
                    + (e.getCause() == null ? "" : " (" + e.getCause().getMessage() + ")"));
            System.exit(1);
        }
    }

    private static void run(MainOptions options) throws IOException, InterruptedException {
        AzureSimulator simulator = options.apply(AzureSimulator.builder()).start();
        Runtime.getRuntime().addShutdownHook(new Thread(simulator::close, "close"));
        Files.createDirectories(options.stateDirectory());
        Path pem = options.stateDirectory().resolve("ca.pem");
        Files.writeString(pem, simulator.caPem());
        System.out.print(welcome(simulator, pem));
        new CountDownLatch(1).await();
    }

    private static String welcome(AzureSimulator simulator, Path pem) {
        return """
                Azure simulator: %d resources
                  ARM and sign-in (HTTPS)   %s
                  ARM, identity, metadata   %s
                  CA to trust               %s   (SSL_CERT_FILE)
                  managed identity          IDENTITY_ENDPOINT=%s/msi/token IDENTITY_HEADER=x
                Status page                 %s/
                Control API                 curl %s/_sim/
                Stop                        Ctrl-C
                """.formatted(simulator.state().size(), simulator.url(), simulator.httpUrl(), pem.toAbsolutePath(),
                simulator.httpUrl(), simulator.httpUrl(), simulator.httpUrl());
    }
}
