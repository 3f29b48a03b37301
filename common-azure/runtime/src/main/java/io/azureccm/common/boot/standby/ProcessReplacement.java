package io.azureccm.common.boot.standby;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Replaces the program of this process by another one, as {@code exec} of a shell does: the process keeps its id, its
 * standard streams and, in a container, its place as the process that gets signals. Only on Linux. Arguments and environment
 * are those that the kernel knows, byte for byte.
 */
@SuppressWarnings("restricted")
final class ProcessReplacement {
    private static final Path SELF = Path.of("/proc/self");
    private static final int SET_DESCRIPTOR_FLAGS = 2;
    private static final int CLOSE_ON_EXEC = 1;
    private static final int FIRST_OTHER_DESCRIPTOR = 3;

    private ProcessReplacement() {}

    static boolean isPossible() {
        return Files.isReadable(SELF.resolve("cmdline")) && Files.isReadable(SELF.resolve("environ"))
                && Files.isExecutable(SELF.resolve("exe"));
    }

    /** The arguments of this process, the program first. */
    static List<byte[]> ownCommand() throws IOException {
        return split(Files.readAllBytes(SELF.resolve("cmdline")));
    }

    /** The environment that this process was started with, without the variables with these names and with these ones instead. */
    static List<byte[]> environment(List<String> without, Map<String, String> with) throws IOException {
        List<byte[]> all = new ArrayList<>();
        for (byte[] each : split(Files.readAllBytes(SELF.resolve("environ")))) {
            String text = new String(each, StandardCharsets.ISO_8859_1);
            String name = text.substring(0, Math.max(0, text.indexOf('=')));
            if (!without.contains(name) && !with.containsKey(name))
                all.add(each);
        }
        with.forEach((name, value) -> all.add((name + "=" + value).getBytes(StandardCharsets.UTF_8)));
        return all;
    }

    /** Texts that each end with a zero byte. */
    static List<byte[]> split(byte[] joined) {
        List<byte[]> parts = new ArrayList<>();
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        for (byte each : joined) {
            if (each == 0) {
                parts.add(part.toByteArray());
                part.reset();
            } else {
                part.write(each);
            }
        }
        if (part.size() > 0)
            parts.add(part.toByteArray());
        return parts;
    }

    /** Runs the same Java with these arguments, of which the first is the name of the program. Returns only if that fails. */
    static IOException replace(List<byte[]> command, List<byte[]> environment) {
        try (Arena memory = Arena.ofConfined()) {
            String java = SELF.resolve("exe").toRealPath().toString();
            Linker linker = Linker.nativeLinker();
            MethodHandle execute = linker.downcallHandle(linker.defaultLookup().findOrThrow("execve"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS));
            closeOthersOnExec(linker);
            System.out.flush();
            System.err.flush();
            int code = (int) execute.invokeExact(memory.allocateFrom(java), array(memory, command),
                    array(memory, environment));
            return new IOException("execve of " + java + " returned " + code);
        } catch (IOException failed) {
            return failed;
        } catch (Throwable failed) {
            return new IOException("cannot replace this process: " + failed, failed);
        }
    }

    /** Files and connections that the JVM has open must not stay open in the new program. */
    private static void closeOthersOnExec(Linker linker) throws Throwable {
        MethodHandle control = linker.downcallHandle(linker.defaultLookup().findOrThrow("fcntl"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        try (DirectoryStream<Path> open = Files.newDirectoryStream(SELF.resolve("fd"))) {
            for (Path each : open) {
                int descriptor = Integer.parseInt(each.getFileName().toString());
                if (descriptor >= FIRST_OTHER_DESCRIPTOR) {
                    // A descriptor that has been closed meanwhile is an error that changes nothing.
                    int ignored = (int) control.invokeExact(descriptor, SET_DESCRIPTOR_FLAGS, CLOSE_ON_EXEC);
                }
            }
        }
    }

    /** An array of C strings that ends with a null pointer. */
    private static MemorySegment array(Arena memory, List<byte[]> texts) {
        MemorySegment array = memory.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            byte[] text = texts.get(i);
            MemorySegment ended = memory.allocate(text.length + 1L);
            MemorySegment.copy(text, 0, ended, ValueLayout.JAVA_BYTE, 0, text.length);
            array.setAtIndex(ValueLayout.ADDRESS, i, ended);
        }
        array.setAtIndex(ValueLayout.ADDRESS, texts.size(), MemorySegment.NULL);
        return array;
    }
}
