package io.azureccm.credential;

import io.azureccm.credential.http.Deadline;
import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.module.ModuleDescriptor;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The kubelet's image credential provider for Azure Container Registry: reads one request from stdin, writes one
 * response to stdout, and reports a failure as one line on stderr.
 */
public final class AcrCredentialProvider {
    private static final int MAX_REQUEST_BYTES = 1024 * 1024;
    /** A run is limited to 45 seconds; this stops anything that exceeds the limit, such as a DNS lookup. */
    private static final int LAST_RESORT_MILLIS = 50_000;

    private AcrCredentialProvider() {}

    public static void main(String[] arguments) {
        Thread lastResort = new Thread(AcrCredentialProvider::giveUp, "last-resort");
        lastResort.setDaemon(true);
        lastResort.start();
        System.exit(run(List.of(arguments), System.in, System.out, System.err, HostEnvironment.ofNode()));
    }

    private static void giveUp() {
        try {
            Thread.sleep(LAST_RESORT_MILLIS);
            new Log(System.err, 0).error("no answer within " + LAST_RESORT_MILLIS / 1000 + " seconds");
            Runtime.getRuntime().halt(1);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the exit code: 0 with a response, also for an image of another registry; 1 without a response. */
    static int run(List<String> arguments, InputStream in, OutputStream out, PrintStream err,
            HostEnvironment host) {
        Deadline deadline = Deadline.in(host.time());
        Log log = new Log(err, 0);
        try {
            CommandLine flags = new CommandLine(arguments);
            log = new Log(err, flags.verbosity());
            String output = flags.has("help")
                    ? CommandLine.USAGE
                    : flags.has("version")
                            ? "acr-credential-provider " + version() + "\n"
                            : answer(flags, in, host,
                                    deadline, log);
            out.write(output.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return 0;
        } catch (Failure failure) {
            log.error(failure.getMessage());
        } catch (IOException unwritten) {
            log.error("writing the response failed");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError unexpected) {
            log.error("unexpected " + unexpected.getClass().getSimpleName() + where(unexpected));
        }
        return 1;
    }

    private static String answer(CommandLine flags, InputStream in, HostEnvironment host, Deadline deadline,
            Log log) {
        flags.file();
        InetAddress bindings = Credentials.bindingsAddress(flags);
        CredentialRequest request = CredentialRequest.read(text(in), log);
        return new Credentials(flags, request, host, deadline, log).response(bindings).json();
    }

    private static String text(InputStream in) {
        try {
            byte[] bytes = in.readNBytes(MAX_REQUEST_BYTES + 1);
            if (bytes.length > MAX_REQUEST_BYTES)
                throw new Failure("the request is longer than 1 MiB");
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new Failure("reading the request failed");
        }
    }

    private static String where(Throwable unexpected) {
        StackTraceElement[] trace = unexpected.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0].getClassName() + ":" + trace[0].getLineNumber();
    }

    private static String version() {
        ModuleDescriptor module = AcrCredentialProvider.class.getModule().getDescriptor();
        String packaged = AcrCredentialProvider.class.getPackage().getImplementationVersion();
        return module != null && module.rawVersion().isPresent()
                ? module.rawVersion().get()
                : packaged == null ? "without version" : packaged;
    }
}
