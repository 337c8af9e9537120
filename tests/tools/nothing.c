/* nothing.c - does nothing: measures the cost of starting a program that is linked like the
 * command */
int main(void)
{
    return 0;
}
