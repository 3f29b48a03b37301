package io.azureccm.common.boot;

/**
 * How many threads of the operating system carry the virtual threads. One that waits for a class to be loaded or initialised
 * keeps its carrier (JDK 25), and the JDK starts no other in its place: with one carrier per processor, in a pod with one or
 * two, a few such waits at the start stop all virtual threads for good if the thread they wait for needs a carrier.
 */
public final class CarrierThreads {
    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";
    private static final int LEAST = 4;

    private CarrierThreads() {}

    /** Makes them at least 4, unless the command line gives a number. To be called before the first virtual thread exists. */
    public static void provide() {
        if (System.getProperty(PARALLELISM) == null)
            System.setProperty(PARALLELISM,
                    Integer.toString(Math.max(LEAST, Runtime.getRuntime().availableProcessors())));
    }
}
